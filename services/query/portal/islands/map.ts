/** Draws each map of the page when it is about to be seen, after all that the page shows at first. */

const loaded = new Promise<void>((resolve) => {
  if (document.readyState === "complete") resolve();
  else window.addEventListener("load", () => resolve(), { once: true });
});

const nearlySeen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      nearlySeen.unobserve(target);
      void draw(target);
    }
  },
  { rootMargin: "200px" },
);

for (const place of document.querySelectorAll(".map-place")) nearlySeen.observe(place);

async function draw(place: Element): Promise<void> {
  await loaded;
  const { drawMap } = await import("./map/drawn-map.ts");
  await drawMap(place as HTMLElement);
}
