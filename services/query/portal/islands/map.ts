import { showFailure } from "./map/failure.ts";

/** Draws each map of the page when it is about to be seen, after all that the page shows at first. */

const loaded = new Promise<void>((resolve) => {
  if (document.readyState === "complete") resolve();
  else window.addEventListener("load", () => resolve(), { once: true });
});

const nearlySeen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      nearlySeen.unobserve(target);
      void draw(target);
    }
  },
  { rootMargin: "200px" },
);

for (const place of document.querySelectorAll(".map-place")) nearlySeen.observe(place);

async function draw(place: HTMLElement): Promise<void> {
  await loaded;
  try {
    const { drawMap } = await import("./map/drawn-map.ts");
    await drawMap(place);
  } catch {
    // Such as no WebGL, or a file that could not be loaded.
    showFailure(place);
  }
}
