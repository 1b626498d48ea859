/** Draws the charts of the page, each when it is about to be seen, or all when the page is printed. */

const waiting = new Set(document.querySelectorAll<HTMLElement>("figure[data-chart]"));

const seen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting && target instanceof HTMLElement) void draw(target);
    }
  },
  { rootMargin: "200px" },
);

/** The table has what a chart can't show that is not drawn. */
async function draw(figure: HTMLElement): Promise<void> {
  if (!waiting.delete(figure)) return;
  seen.unobserve(figure);
  try {
    const { plotInto } = await import("./chart/plot.ts");
    await plotInto(figure);
  } catch {
    const readout = figure.querySelector<HTMLElement>(".chart-readout");
    if (readout !== null) readout.textContent = readout.dataset["failed"] ?? "";
    figure.querySelector(".chart-table")?.setAttribute("open", "");
  }
}

for (const figure of waiting) seen.observe(figure);
addEventListener("beforeprint", () => {
  for (const figure of waiting) void draw(figure);
});
