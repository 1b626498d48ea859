import uPlot from "uplot";
import type { ChartConfig } from "../../components/chart-config.ts";
import { drawBands, drawLines, shownBy, type Theme, themeOf } from "./draw.ts";
import { Readout } from "./readout.ts";
import { SharedWindow } from "./shared-window.ts";
import { ticksOf, tickWriter } from "./ticks.ts";
import { type Drawn, drawnOf, rangeOf } from "./values.ts";

/** The windows of the page, by the period that they are of. */
const windows = new Map<string, SharedWindow>();

/** Draws the chart into its figure. @throws where its values can't be fetched */
export async function plotInto(figure: HTMLElement): Promise<void> {
  const place = figure.querySelector<HTMLElement>(".chart-plot");
  const output = figure.querySelector<HTMLElement>(".chart-readout");
  const tools = figure.querySelector<HTMLElement>(".chart-tools");
  if (place === null || output === null || tools === null) return;
  // The figure's component has written it.
  const config = JSON.parse(figure.dataset["chart"] ?? "") as ChartConfig;
  const lines = await Promise.all(config.lines.map(drawnOf));
  const key = `${config.begin} ${config.end}`;
  const window = windows.get(key) ?? new SharedWindow(config);
  windows.set(key, window);
  const chart = new Chart({ figure, place, config, lines, window, readout: new Readout(output, config, lines) });
  chart.followPointers();
  chart.followKeys();
  tools.setAttribute("role", "group");
  tools.setAttribute("aria-label", figure.querySelector("figcaption")?.textContent ?? "");
  addTools(tools, config, window);
}

/** CSS pixels between ticks of the time axis, about. */
const TICK_SPACE = 72;
/** The part of what is shown by which a key or a button moves, and the factor by which it zooms. */
const MOVE = 0.25;
const ZOOM = 2;
/** CSS pixels of a drag; a shorter one is a click. */
const MIN_DRAG = 6;
/** CSS pixels at the top, right, bottom and left: the last tick's text reaches beyond the axis. */
const PADDING: uPlot.Padding = [8, 40, 0, 0];
const FONT = "12px system-ui, sans-serif";

interface Parts {
  readonly figure: HTMLElement;
  readonly place: HTMLElement;
  readonly config: ChartConfig;
  readonly lines: readonly Drawn[];
  readonly window: SharedWindow;
  readonly readout: Readout;
}

class Chart {
  readonly #parts: Parts;
  readonly #plot: uPlot;
  readonly #range: [min: number, max: number];
  #theme: Theme;
  /** Where the cursor stays when the window changes next. */
  #kept: number | undefined;

  constructor(parts: Parts) {
    const { figure, place, config, lines, window } = parts;
    this.#parts = parts;
    this.#range = rangeOf(lines);
    this.#theme = themeOf(figure, config);
    const { begin, end } = window.shown;
    // uPlot has the ends of the scales as its data; `drawLines` draws the lines.
    this.#plot = new uPlot(this.#options(), [[begin, end], this.#range], place);
    window.listen(() => this.#follow());
    new ResizeObserver(() => this.#plot.setSize(this.#size())).observe(place);
    for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
      matchMedia(query).addEventListener("change", () => {
        this.#theme = themeOf(figure, config);
        this.#plot.redraw();
      });
    }
  }

  /** Shows what the window does. uPlot leaves the cursor at its pixel, and keys at the value that it was at. */
  #follow(): void {
    const { begin, end } = this.#parts.window.shown;
    this.#plot.setScale("x", { min: begin, max: end });
    const kept = this.#kept;
    this.#kept = undefined;
    // After uPlot has moved the scale.
    if (kept !== undefined) queueMicrotask(() => this.#pointAt(kept));
  }

  /** Fingers move the cursor, and drags with Shift move the window; uPlot does the rest for mice. */
  followPointers(): void {
    const { window } = this.#parts;
    const { over } = this.#plot;
    let draggedFrom: number | undefined;
    over.addEventListener(
      "mousedown",
      (event) => {
        if (!event.shiftKey) return;
        event.stopImmediatePropagation();
        event.preventDefault();
        draggedFrom = event.clientX;
      },
      { capture: true },
    );
    addEventListener("mousemove", ({ clientX }) => {
      if (draggedFrom === undefined) return;
      window.move((draggedFrom - clientX) / over.clientWidth);
      draggedFrom = clientX;
    });
    addEventListener("mouseup", () => {
      if (draggedFrom !== undefined) window.keep();
      draggedFrom = undefined;
    });
    over.addEventListener("pointerdown", (event) => this.#touch(event));
    over.addEventListener("pointermove", (event) => this.#touch(event));
  }

  followKeys(): void {
    const { figure, place, readout, window, config } = this.#parts;
    place.tabIndex = 0;
    place.setAttribute("role", "application");
    place.setAttribute("aria-label", figure.querySelector("figcaption")?.textContent ?? "");
    place.setAttribute("aria-description", config.texts.keys);
    place.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (!this.#act(event)) return;
      event.preventDefault();
      window.keep();
    });
    place.addEventListener("focus", () => readout.announce(true));
    place.addEventListener("blur", () => readout.announce(false));
  }

  /** Does what the key stands for; false for one that stands for nothing. */
  #act({ key, shiftKey }: KeyboardEvent): boolean {
    const { window, readout } = this.#parts;
    if (["+", "-", "Escape"].includes(key)) this.#kept = readout.time;
    switch (key) {
      case "ArrowLeft":
      case "ArrowRight": {
        const direction = key === "ArrowLeft" ? -1 : 1;
        if (shiftKey) window.move(direction * MOVE);
        else this.#step(direction);
        return true;
      }
      case "Home":
      case "End":
        this.#pointAt(this.#endmost(key === "Home" ? 1 : -1));
        return true;
      case "+":
        window.zoom(1 / ZOOM, readout.time);
        return true;
      case "-":
        window.zoom(ZOOM, readout.time);
        return true;
      case "Escape":
        window.reset();
        return true;
      default:
        return false;
    }
  }

  /** Moves the cursor to the value after or before, and the window with it. */
  #step(direction: 1 | -1): void {
    const { readout, window } = this.#parts;
    const time = readout.time === undefined ? this.#endmost(direction) : readout.beside(direction, readout.time);
    const { begin, end } = window.shown;
    if (time < begin || time >= end) window.showAround(time);
    this.#pointAt(time);
  }

  /** The first value that is shown, or the last. */
  #endmost(direction: 1 | -1): number {
    const { readout, window } = this.#parts;
    return readout.beside(direction, direction > 0 ? window.shown.begin : window.shown.end);
  }

  #pointAt(time: number): void {
    this.#parts.readout.tell(time);
    const { left, width } = this.#plot.bbox;
    const { begin, end } = this.#parts.window.shown;
    const at = (((time - begin) / (end - begin)) * width) / devicePixelRatio;
    // The readout has been told: the position of a pixel would be another time.
    if (left >= 0) this.#plot.setCursor({ left: at, top: 0 }, false);
  }

  #touch({ pointerType, clientX }: PointerEvent): void {
    if (pointerType !== "touch") return;
    const { left } = this.#plot.over.getBoundingClientRect();
    this.#plot.setCursor({ left: clientX - left, top: 0 });
  }

  #select(plot: uPlot): void {
    const { left, width } = plot.select;
    if (width < MIN_DRAG) return;
    const { window } = this.#parts;
    window.show({ begin: plot.posToVal(left, "x"), end: plot.posToVal(left + width, "x") });
    window.keep();
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  }

  #size() {
    const { clientWidth, clientHeight } = this.#parts.place;
    return { width: clientWidth, height: clientHeight };
  }

  #options(): uPlot.Options {
    const { config, lines, readout, window } = this.#parts;
    const numbers = new Intl.NumberFormat(config.region);
    const tickText = tickWriter(config);
    const axis: uPlot.Axis = {
      font: FONT,
      stroke: () => this.#theme.quiet,
      grid: { stroke: () => this.#theme.line, width: 1 },
      ticks: { stroke: () => this.#theme.line, width: 1, size: 5 },
    };
    const ticks = (plot: uPlot) => {
      const most = Math.floor(plot.bbox.width / devicePixelRatio / TICK_SPACE);
      return ticksOf(shownBy(plot), config.offset, Math.max(2, most));
    };
    return {
      ...this.#size(),
      padding: PADDING,
      series: [{}, { scale: "y", paths: () => null, points: { show: false } }],
      scales: { x: { time: false, range: (_, min, max) => [min, max] }, y: { range: () => this.#range } },
      axes: [
        {
          ...axis,
          splits: (plot) => [...ticks(plot).times],
          values: (plot, times) => times.map((time) => tickText(time, ticks(plot).of)),
        },
        { ...axis, size: 52, values: (_, values) => values.map((value) => numbers.format(value)) },
      ],
      legend: { show: false },
      cursor: {
        y: false,
        points: { show: false },
        drag: { x: true, y: false, setScale: false, dist: MIN_DRAG },
        bind: {
          dblclick: () => () => {
            window.reset();
            return null;
          },
        },
      },
      hooks: {
        drawClear: [(plot) => drawBands(plot, config, this.#theme)],
        draw: [(plot) => drawLines(plot, config, lines, this.#theme)],
        setCursor: [
          (plot) => {
            const { left = -1 } = plot.cursor;
            readout.tell(left < 0 ? undefined : plot.posToVal(left, "x"));
          },
        ],
        setSelect: [(plot) => this.#select(plot)],
      },
    };
  }
}

/** Buttons for what keys and drags do. */
function addTools(tools: HTMLElement, { texts }: ChartConfig, window: SharedWindow): void {
  const actions: readonly (readonly [name: string, sign: string, run: () => void])[] = [
    [texts.earlier, "←", () => window.move(-MOVE)],
    [texts.later, "→", () => window.move(MOVE)],
    [texts.closer, "+", () => window.zoom(1 / ZOOM)],
    [texts.wider, "−", () => window.zoom(ZOOM)],
    [texts.whole, "↔", () => window.reset()],
  ];
  for (const [name, sign, run] of actions) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "plain";
    button.textContent = sign;
    button.title = name;
    button.setAttribute("aria-label", name);
    button.addEventListener("click", () => {
      run();
      window.keep();
    });
    tools.append(button);
  }
}
