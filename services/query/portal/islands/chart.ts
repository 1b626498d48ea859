/** Draws the charts of the page, each when it is about to be seen. */

const seen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      seen.unobserve(target);
      void import("./chart/plot.ts").then(({ plotInto }) => plotInto(target));
    }
  },
  { rootMargin: "200px" },
);

for (const figure of document.querySelectorAll<HTMLElement>("figure[data-chart]")) seen.observe(figure);
