import { MAX_COLLECTION_DEPTH } from "../../limits.ts";
import { closed } from "./geojson.ts";
import { type Geometry, NotAGeometry, type Path, type Shape } from "./geometry.ts";

/** Well-known text, with Elasticsearch's `BBOX (west, east, north, south)`. @throws NotAGeometry */
export function parseWkt(text: string): Geometry {
  const reader = new Reader(text);
  const geometry = reader.geometry();
  reader.end();
  return geometry;
}

class Reader {
  readonly #tokens: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#tokens = text.match(/[A-Za-z_]+|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[(),]|\S/g) ?? [];
  }

  geometry(): Geometry {
    const type = this.#next().toLowerCase();
    switch (type) {
      case "point": {
        const [x, y] = this.#within(() => this.#position());
        return [{ kind: "point", x, y }];
      }
      case "multipoint":
        return this.#list(() => {
          const [x, y] = this.#peek() === "(" ? this.#within(() => this.#position()) : this.#position();
          return { kind: "point", x, y };
        });
      case "linestring":
        return [this.#line()];
      case "multilinestring":
        return this.#list(() => this.#line());
      case "polygon":
        return [this.#polygon()];
      case "multipolygon":
        return this.#list(() => this.#polygon());
      case "geometrycollection":
        return this.#collection();
      case "bbox":
        return [this.#box()];
      default:
        throw new NotAGeometry(`Unknown geometry type: ${type}`);
    }
  }

  #collection(): Geometry {
    if (++this.#depth > MAX_COLLECTION_DEPTH) throw new NotAGeometry("collections are nested too deeply");
    const geometries = this.#list(() => this.geometry()).flat();
    this.#depth--;
    return geometries;
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw new NotAGeometry(`expected end of WKT string but found: ${this.#peek()}`);
  }

  #peek(): string {
    return this.#tokens[this.#at] ?? "END-OF-STREAM";
  }

  #next(): string {
    const token = this.#peek();
    this.#at++;
    return token;
  }

  #expect(token: string): void {
    const found = this.#next();
    if (found !== token) throw new NotAGeometry(`expected ${token} but found: ${found}`);
  }

  #number(): number {
    const token = this.#next();
    const value = Number(token);
    if (!Number.isFinite(value)) throw new NotAGeometry(`invalid number found: ${token}`);
    return value;
  }

  #position(): readonly [number, number] {
    const position = [this.#number(), this.#number()] as const;
    if (/^[-+.\d]/.test(this.#peek())) this.#number();
    return position;
  }

  #within<Value>(read: () => Value): Value {
    this.#expect("(");
    const value = read();
    this.#expect(")");
    return value;
  }

  #list<Value>(read: () => Value): Value[] {
    return this.#within(() => {
      const values = [read()];
      while (this.#peek() === ",") {
        this.#next();
        values.push(read());
      }
      return values;
    });
  }

  #path(): Path {
    return Float64Array.from(this.#list(() => this.#position()).flat());
  }

  #line(): Shape {
    return { kind: "line", path: this.#path() };
  }

  #polygon(): Shape {
    return { kind: "polygon", rings: this.#list(() => closed(this.#path())) };
  }

  #box(): Shape {
    const [west, east, north, south] = this.#list(() => this.#number());
    if (west === undefined || east === undefined || north === undefined || south === undefined) {
      throw new NotAGeometry("a box has four numbers");
    }
    if (south > north) throw new NotAGeometry("max y cannot be less than min y");
    return { kind: "box", west, east, south, north };
  }
}
