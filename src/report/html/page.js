"use strict";
// Goes through the steps of each trace: by pointer, or by the arrow keys, Home and End.
for (const finding of document.querySelectorAll(".finding")) {
  const steps = [...finding.querySelectorAll(".trace button")];
  const show = (step, scroll) => {
    for (const other of steps) other.removeAttribute("aria-current");
    step.setAttribute("aria-current", "step");
    const item = step.parentElement;
    const values = finding.querySelector(".values-here");
    if (values) values.innerHTML = item.querySelector(".v").innerHTML;
    const heap = finding.querySelector(".heap-here");
    if (heap) {
      heap.innerHTML = item.querySelector(".h").innerHTML;
      heap.parentElement.hidden = heap.innerHTML === "";
    }
    for (const line of finding.querySelectorAll(".source .current")) line.classList.remove("current");
    for (const source of finding.querySelectorAll(".source")) {
      if (source.dataset.file !== step.dataset.file) continue;
      const line = source.querySelector(`[data-line="${step.dataset.line}"]`);
      if (!line) continue;
      line.classList.add("current");
      if (scroll) source.scrollTop = line.offsetTop - source.offsetTop - source.clientHeight / 2;
    }
  };
  steps.forEach((step, index) => {
    step.addEventListener("click", () => show(step, true));
    step.addEventListener("keydown", (event) => {
      const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: steps.length - 1 }[event.key];
      if (to === undefined || !steps[to]) return;
      event.preventDefault();
      steps[to].focus();
      show(steps[to], true);
    });
  });
  if (steps.length) show(steps[steps.length - 1], true);
}
