import type uPlot from "uplot";
import type { ChartConfig } from "../../components/chart-config.ts";
import { columnsOf, firstAfter, type Line, type Span } from "./columns.ts";
import type { Drawn } from "./values.ts";

/** The page's colours. */
export interface Theme {
  readonly text: string;
  readonly quiet: string;
  readonly line: string;
  readonly accent: string;
  readonly back: string;
  /** Of each band. */
  readonly bands: readonly string[];
}

/** The page's colours as they are now, from the custom properties of CSS. */
export function themeOf(figure: HTMLElement, { bands }: ChartConfig): Theme {
  const styles = getComputedStyle(figure);
  const property = (name: string) => styles.getPropertyValue(name).trim();
  const colour = (name: string) => {
    const key = figure.querySelector(`.chart-key .${CSS.escape(name)}`);
    return key === null ? "transparent" : getComputedStyle(key).getPropertyValue("--index").trim();
  };
  return {
    text: property("--text"),
    quiet: property("--quiet"),
    line: property("--line"),
    accent: property("--accent"),
    back: property("--back"),
    bands: bands.map((band) => colour(band.colour)),
  };
}

/** Opacity of bands, behind the lines. */
const BAND_ALPHA = 0.16;
/** Least height of a band that has its name at the edge, CSS pixels. */
const MIN_NAMED_HEIGHT = 16;
const FONT_SIZE = 12;

/** Draws the bands behind everything, with their names at the right edge. */
export function drawBands(plot: uPlot, { bands }: ChartConfig, theme: Theme): void {
  within(plot, (context, ratio) => {
    const { left, top, width, height } = plot.bbox;
    const heightOf = (value: number) => plot.valToPos(value, "y", true);
    context.font = `${FONT_SIZE * ratio}px system-ui, sans-serif`;
    context.textAlign = "right";
    context.textBaseline = "bottom";
    for (const [index, { name, from, to }] of bands.entries()) {
      const upper = Math.max(top, to === null ? top : heightOf(to));
      // The first band has what is below it too.
      const lower = Math.min(top + height, index === 0 ? top + height : heightOf(from));
      if (lower <= upper) continue;
      context.globalAlpha = BAND_ALPHA;
      context.fillStyle = theme.bands[index] ?? theme.line;
      context.fillRect(left, upper, width, lower - upper);
      context.globalAlpha = 1;
      if (lower - upper < MIN_NAMED_HEIGHT * ratio) continue;
      context.fillStyle = theme.quiet;
      context.fillText(name, left + width - 4 * ratio, lower - ratio);
    }
  });
}

/** Draws the markers, the lines, and the values that are not valid. */
export function drawLines(plot: uPlot, { markers }: ChartConfig, lines: readonly Drawn[], theme: Theme): void {
  within(plot, (context, ratio) => {
    const { top, height } = plot.bbox;
    context.lineJoin = "bevel";
    context.strokeStyle = context.fillStyle = theme.quiet;
    context.font = `${FONT_SIZE * ratio}px system-ui, sans-serif`;
    context.textAlign = "left";
    context.textBaseline = "top";
    context.lineWidth = ratio;
    context.setLineDash([4 * ratio, 4 * ratio]);
    for (const { at, name } of markers) {
      const x = Math.round(plot.valToPos(at, "x", true));
      context.stroke(new Path2D(`M${x} ${top}V${top + height}`));
      context.fillText(name, x + 4 * ratio, top + 2 * ratio);
    }
    for (const [index, line] of lines.entries()) {
      context.strokeStyle = index === 0 ? theme.accent : theme.text;
      context.lineWidth = 1.5 * ratio;
      context.setLineDash(index < 2 ? [] : [(2 + 3 * index) * ratio, 3 * ratio]);
      context.stroke(line.shape === "curve" ? curveOf(plot, line.valid) : stepsOf(plot, line.valid));
      context.setLineDash([]);
      context.lineWidth = ratio;
      context.stroke(circlesOf(plot, line.invalid, 3 * ratio));
    }
  });
}

function within(plot: uPlot, draw: (context: CanvasRenderingContext2D, ratio: number) => void): void {
  const { ctx: context, bbox } = plot;
  context.save();
  context.beginPath();
  context.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  context.clip();
  draw(context, devicePixelRatio);
  context.restore();
}

/** The period that the plot shows. */
export function shownBy({ scales: { x } }: uPlot): Span {
  return { begin: x?.min ?? 0, end: x?.max ?? 1 };
}

/** The extremes of each column of pixels, joined where columns with values follow each other. */
function stepsOf(plot: uPlot, line: Line): Path2D {
  const { left, width } = plot.bbox;
  const { first, last, min, max } = columnsOf(line, shownBy(plot), Math.round(width));
  const heightOf = heightsOf(plot);
  const path = new Path2D();
  let isDown = false;
  let before = Number.NaN;
  for (let column = 0; column < first.length; column++) {
    const begin = first[column] ?? Number.NaN;
    if (Number.isNaN(begin)) {
      if (isDown) path.lineTo(left + column, heightOf(before));
      isDown = false;
      continue;
    }
    const x = left + column;
    const lowest = min[column] ?? begin;
    const highest = max[column] ?? begin;
    if (!isDown) path.moveTo(x, heightOf(begin));
    else if (begin !== before || lowest !== highest) {
      // Values that do not change have left the pen where they began.
      path.lineTo(x, heightOf(before));
      path.lineTo(x, heightOf(begin));
    }
    if (lowest !== highest) {
      path.lineTo(x, heightOf(lowest));
      path.lineTo(x, heightOf(highest));
    }
    const end = last[column] ?? begin;
    if (lowest !== highest) path.lineTo(x, heightOf(end));
    before = end;
    isDown = true;
  }
  if (isDown) path.lineTo(left + first.length, heightOf(before));
  return path;
}

/** The pixel of a value. It is asked for thousands of times in a frame, so that what does not change is kept. */
function heightsOf({ bbox: { top, height }, scales: { y } }: uPlot): (value: number) => number {
  const highest = y?.max ?? 1;
  const perUnit = height / (highest - (y?.min ?? 0));
  return (value) => top + (highest - value) * perUnit;
}

/** Straight from value to value; a period that does not begin where the one before ends is a gap. */
function curveOf(plot: uPlot, { from, to, value }: Line): Path2D {
  const { begin, end } = shownBy(plot);
  const path = new Path2D();
  const since = Math.max(0, firstAfter(from, begin) - 1);
  const past = Math.min(from.length, firstAfter(from, end) + 1);
  for (let at = since; at < past; at++) {
    const x = plot.valToPos(from[at] ?? 0, "x", true);
    const y = plot.valToPos(value[at] ?? 0, "y", true);
    if (at === since || from[at] !== to[at - 1]) path.moveTo(x, y);
    else path.lineTo(x, y);
  }
  return path;
}

/** A circle at each value, at most one in a column of pixels. */
function circlesOf(plot: uPlot, { from, to, value }: Line, radius: number): Path2D {
  const { begin, end } = shownBy(plot);
  const path = new Path2D();
  let before = Number.NaN;
  for (let at = firstAfter(to, begin); at < value.length && (from[at] ?? end) < end; at++) {
    const x = Math.round(plot.valToPos(((from[at] ?? 0) + (to[at] ?? 0)) / 2, "x", true));
    if (x === before) continue;
    before = x;
    const y = plot.valToPos(value[at] ?? 0, "y", true);
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, 2 * Math.PI);
  }
  return path;
}
