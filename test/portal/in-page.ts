/** What runs in a page: each function is whole in itself, and names what it found by the beginning of its HTML. */

/** Texts that an element cuts off. What is in a field moves with the cursor. */
export function clippedTexts(): readonly string[] {
  return [...document.querySelectorAll<HTMLElement>("body :not(input, textarea, select)")]
    .filter((element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const isCut = (overflow: string) => overflow === "hidden" || overflow === "clip";
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      return (
        !element.classList.contains("visually-hidden") &&
        ((isCut(overflowX) && scrollWidth > clientWidth) || (isCut(overflowY) && scrollHeight > clientHeight))
      );
    })
    .map((element) => element.outerHTML.slice(0, 200));
}

/**
 * Targets of less than 24 by 24 CSS pixels, but for those within a sentence and those with that much room to themselves (WCAG
 * 2.5.8).
 */
export function smallTargets(): readonly string[] {
  const MIN = 24;
  const all = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
  const targets = [...document.querySelectorAll<HTMLElement>(all)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => ({ element, box: element.getBoundingClientRect() }));
  const isSmall = ({ width, height }: DOMRect) => width < MIN - 0.5 || height < MIN - 0.5;
  const centreOf = ({ x, y, width, height }: DOMRect) => [x + width / 2, y + height / 2] as const;
  const isInSentence = (element: HTMLElement): boolean => {
    if (getComputedStyle(element).display !== "inline") return false;
    const block = element.closest("p, li, dd, dt, td, th, figcaption, caption, span, div");
    return (block?.textContent ?? "").trim().length > (element.textContent ?? "").trim().length;
  };
  const isCrowded = (one: (typeof targets)[number]): boolean => {
    const [x, y] = centreOf(one.box);
    return targets.some(({ element, box }) => {
      if (element === one.element || element.contains(one.element) || one.element.contains(element)) return false;
      const [otherX, otherY] = centreOf(box);
      if (isSmall(box)) return Math.hypot(x - otherX, y - otherY) < MIN;
      const besideX = Math.max(box.left - x, 0, x - box.right);
      const besideY = Math.max(box.top - y, 0, y - box.bottom);
      return Math.hypot(besideX, besideY) < MIN / 2;
    });
  };
  return targets
    .filter((target) => isSmall(target.box) && !isInSentence(target.element) && isCrowded(target))
    .map(({ element, box }) => `${box.width} × ${box.height}: ${element.outerHTML.slice(0, 200)}`);
}

/** What has an edge or a colour of its own without which it can't be told from what is around it. */
export function lostInForcedColours(): readonly string[] {
  const { backgroundColor: page } = getComputedStyle(document.body);
  const isEdged = (element: Element): boolean => {
    const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element);
    const hasBorder = borderTopStyle !== "none" && Number.parseFloat(borderTopWidth) >= 1;
    return backgroundColor !== page || (hasBorder && borderTopColor !== page);
  };
  const edged = "main :is(button, input:not([type=hidden], [type=range]), select, textarea, .badge, .uv, .map-place)";
  const bordered = [...document.querySelectorAll(edged)].filter(
    (element) => element.checkVisibility() && element.closest(".maplibregl-map") === null && !isEdged(element),
  );
  // Texts lie on the colour of the page, whatever colour is behind them.
  const unseen = [...document.querySelectorAll("main :is(button, input, select, textarea)")].filter(
    (element) => element.checkVisibility() && getComputedStyle(element).color === page,
  );
  const keyOf = (element: Element) => {
    const { backgroundColor, borderTopColor, borderTopStyle, borderTopWidth } = getComputedStyle(element);
    return [backgroundColor, borderTopColor, borderTopStyle, borderTopWidth].join();
  };
  const isAlike = (element: Element, index: number, all: readonly Element[]) =>
    all.findIndex((other) => keyOf(other) === keyOf(element)) !== index;
  const alike = [...document.querySelectorAll(".chart-key")].flatMap((key) =>
    [...key.querySelectorAll(".chart-band, .chart-line")].filter(isAlike),
  );
  const current = [...document.querySelectorAll("[aria-current]")].filter(
    (element) => Number(getComputedStyle(element).fontWeight) < 600,
  );
  const unmarked = [...document.querySelectorAll("mark")].filter(
    (mark) => getComputedStyle(mark).backgroundColor === page,
  );
  return [...bordered, ...unseen, ...alike, ...current, ...unmarked].map((element) => element.outerHTML.slice(0, 200));
}

/** What is animated, or would pass from one state to another slowly. */
export function moving(): readonly string[] {
  const isMoving = (element: Element): boolean => {
    const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(element);
    const isSlow = transitionDuration.split(",").some((duration) => Number.parseFloat(duration) > 0);
    return animationName !== "none" || isSlow || scrollBehavior === "smooth";
  };
  return [...document.querySelectorAll("*")].filter(isMoving).map((element) => element.outerHTML.slice(0, 200));
}
