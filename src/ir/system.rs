//! Calls of the system: what a program that is run asks of the world outside. The library for runs is written in C on top of
//! these; no other program has them.

/// A call. Its result is a `long long`: below zero, the number of an error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SystemCall {
    /// Bytes of a descriptor; the result is how many.
    Read,
    /// Bytes to a descriptor; the result is how many.
    Write,
    /// Lets nothing wait that was written to a descriptor.
    Flush,
    /// A file by its name, with flags and mode as for `open`.
    Open,
    /// The end of a descriptor.
    Close,
    /// Another place in a file, as for `lseek`.
    Seek,
    /// Removes a file.
    Unlink,
    /// Removes an empty folder.
    RemoveFolder,
    /// Makes a folder.
    MakeFolder,
    /// Gives a file another name.
    Rename,
    /// Goes to another folder.
    ChangeFolder,
    /// The name of the folder.
    Folder,
    /// Whether a file is there and can be used as asked for.
    Access,
    /// The value of a variable of the environment.
    Environment,
    /// What the number of an error means.
    ErrorText,
    /// 0: nanoseconds since 1970; 1: of a clock that only goes on; 2: since the program began.
    Time,
    /// Waits for so many nanoseconds.
    Sleep,
    /// Whether a descriptor is a terminal.
    IsTerminal,
    /// 0: the number of the process; 1: of its parent; 2: of the user; 3: of the group.
    Identity,
    /// The floating-point number, with so many bits, that is written in a text.
    Number,
    /// A function of mathematics by its name, of two numbers.
    Mathematics,
}

/// What an argument of a call is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SystemArgument {
    /// A number.
    Number,
    /// A pointer to a string.
    Text,
    /// A pointer to bytes that are read, and their number: two arguments in C.
    Given,
    /// A pointer to room for bytes that are written, and its size. The result says how many are.
    Room,
}

impl SystemCall {
    /// The name in C and in dumps.
    pub fn name(self) -> &'static str {
        match self {
            SystemCall::Read => "__hw_system_read",
            SystemCall::Write => "__hw_system_write",
            SystemCall::Flush => "__hw_system_flush",
            SystemCall::Open => "__hw_system_open",
            SystemCall::Close => "__hw_system_close",
            SystemCall::Seek => "__hw_system_seek",
            SystemCall::Unlink => "__hw_system_unlink",
            SystemCall::RemoveFolder => "__hw_system_rmdir",
            SystemCall::MakeFolder => "__hw_system_mkdir",
            SystemCall::Rename => "__hw_system_rename",
            SystemCall::ChangeFolder => "__hw_system_chdir",
            SystemCall::Folder => "__hw_system_getcwd",
            SystemCall::Access => "__hw_system_access",
            SystemCall::Environment => "__hw_system_getenv",
            SystemCall::ErrorText => "__hw_system_strerror",
            SystemCall::Time => "__hw_system_time",
            SystemCall::Sleep => "__hw_system_sleep",
            SystemCall::IsTerminal => "__hw_system_isatty",
            SystemCall::Identity => "__hw_system_identity",
            SystemCall::Number => "__hw_system_number",
            SystemCall::Mathematics => "__hw_system_mathematics",
        }
    }

    /// Its arguments, in order.
    pub fn arguments(self) -> &'static [SystemArgument] {
        use SystemArgument::*;
        match self {
            SystemCall::Read => &[Number, Room],
            SystemCall::Write => &[Number, Given],
            SystemCall::Open => &[Text, Number, Number],
            SystemCall::Seek => &[Number, Number, Number],
            SystemCall::Unlink | SystemCall::RemoveFolder | SystemCall::ChangeFolder => &[Text],
            SystemCall::MakeFolder | SystemCall::Access | SystemCall::Number => &[Text, Number],
            SystemCall::Rename => &[Text, Text],
            SystemCall::Folder => &[Room],
            SystemCall::Environment => &[Text, Room],
            SystemCall::ErrorText => &[Number, Room],
            SystemCall::Mathematics => &[Text, Number, Number],
            SystemCall::Flush
            | SystemCall::Close
            | SystemCall::Time
            | SystemCall::Sleep
            | SystemCall::IsTerminal
            | SystemCall::Identity => &[Number],
        }
    }
}
