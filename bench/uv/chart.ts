/** A chart as SVG text: axes with labels, and series of points or of lines. No more than the documentation needs. */
export interface Chart {
  readonly title: string;
  readonly x: Scale;
  readonly y: Scale;
  readonly series: readonly Series[];
}

/** An axis: its label, its range, and the distance of its ticks. */
export interface Scale {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly step: number;
  /** Formats a tick; a plain number if not given. */
  readonly write?: (value: number) => string;
}

export interface Series {
  readonly name: string;
  readonly colour: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** `dots` are separate points, a `line` joins its points, a `limit` is a thin dashed line. */
  readonly kind: "dots" | "line" | "limit";
}

const width = 720;
const height = 400;
const left = 64;
const right = 20;
const top = 64;
const bottom = 52;

/** The chart as an SVG document. Points outside the axes are left out. */
export function svg(chart: Chart): string {
  const { x, y } = chart;
  const across = (value: number) => round(left + ((value - x.from) / (x.to - x.from)) * (width - left - right));
  const up = (value: number) => round(height - bottom - ((value - y.from) / (y.to - y.from)) * (height - top - bottom));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui, sans-serif" font-size="12">`,
    `<title>${escaped(chart.title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${left}" y="22" font-size="15" font-weight="600">${escaped(chart.title)}</text>`,
    ...ticks(x).map(
      (value) =>
        `<path d="M${across(value)} ${top}V${height - bottom}" stroke="#e4e4e4"/><text x="${across(value)}" y="${height - bottom + 18}" text-anchor="middle">${written(x, value)}</text>`,
    ),
    ...ticks(y).map(
      (value) =>
        `<path d="M${left} ${up(value)}H${width - right}" stroke="${value === 0 ? "#999" : "#e4e4e4"}"/><text x="${left - 8}" y="${up(value) + 4}" text-anchor="end">${written(y, value)}</text>`,
    ),
    `<text x="${(left + width - right) / 2}" y="${height - 12}" text-anchor="middle">${escaped(x.label)}</text>`,
    `<text transform="translate(16 ${(top + height - bottom) / 2}) rotate(-90)" text-anchor="middle">${escaped(y.label)}</text>`,
    ...legend(chart.series),
    ...chart.series.map((series) => drawn(series, inside(series, x, y), across, up)),
    "</svg>",
    "",
  ].join("\n");
}

function legend(series: readonly Series[]): string[] {
  let at = left;
  return series
    .filter(({ name }) => name !== "")
    .map(({ name, colour, kind }) => {
      const here = at;
      at += 34 + name.length * 6.6;
      const mark =
        kind === "dots"
          ? `<circle cx="${here + 8}" cy="40" r="3.5" fill="${colour}"/>`
          : `<path d="M${here} 40h16" stroke="${colour}" stroke-width="2"${dashes(kind)}/>`;
      return `${mark}<text x="${here + 21}" y="44">${escaped(name)}</text>`;
    });
}

function drawn(
  { colour, kind }: Series,
  points: Series["points"],
  across: (value: number) => number,
  up: (value: number) => number,
): string {
  if (kind === "dots") {
    // Lines of no length with round ends take a fifth of the bytes of circles.
    const dots = points.map(([x, y]) => `M${across(x)} ${up(y)}h0`).join("");
    return `<path d="${dots}" stroke="${colour}" stroke-width="4" stroke-linecap="round" stroke-opacity=".55"/>`;
  }
  const path = points.map(([x, y]) => `${across(x)} ${up(y)}`).join("L");
  return `<path d="M${path}" fill="none" stroke="${colour}" stroke-width="${kind === "limit" ? 1 : 2}"${dashes(kind)}/>`;
}

const inside = ({ points }: Series, x: Scale, y: Scale) =>
  points.filter(([px, py]) => px >= x.from && px <= x.to && py >= y.from && py <= y.to);

const dashes = (kind: Series["kind"]) => (kind === "limit" ? ' stroke-dasharray="5 4"' : "");

const ticks = ({ from, to, step }: Scale): number[] =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => round(from + i * step));

const written = (scale: Scale, value: number) => escaped(scale.write?.(value) ?? String(value));

const round = (value: number) => Math.round(value * 100) / 100;

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
