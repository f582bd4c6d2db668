//! Lines of C with indentation.

/// Some lines of C.
#[derive(Clone, Debug, Default)]
pub struct Code {
    text: String,
    depth: usize,
}

impl Code {
    /// Adds a line.
    pub fn line(&mut self, line: impl AsRef<str>) {
        self.text.push_str(&"    ".repeat(self.depth));
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }

    /// Adds a line that opens a block.
    pub fn open(&mut self, line: impl AsRef<str>) {
        self.line(format!("{} {{", line.as_ref()).trim_start());
        self.depth += 1;
    }

    /// Closes the innermost block; `rest` follows the brace.
    pub fn close_with(&mut self, rest: &str) {
        self.depth -= 1;
        self.line(format!("}}{rest}"));
    }

    /// Closes the innermost block.
    pub fn close(&mut self) {
        self.close_with("");
    }

    /// Closes the innermost block and opens the next of the same statement.
    pub fn reopen(&mut self, line: &str) {
        self.depth -= 1;
        self.line(format!("}} {line} {{"));
        self.depth += 1;
    }

    /// Adds a label or `case`, one step to the left.
    pub fn label(&mut self, line: impl AsRef<str>) {
        self.depth -= 1;
        self.line(line);
        self.depth += 1;
    }

    /// Adds several lines as they are written, indented further by what they are already.
    pub fn lines(&mut self, lines: &str) {
        for line in lines.lines().filter(|line| !line.trim().is_empty()) {
            self.line(line);
        }
    }

    /// Adds an empty line, unless the last one is or there is none.
    pub fn gap(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// What was written.
    pub fn text(&self) -> &str {
        &self.text
    }
}
