import { z } from "zod";
import type { MappingJson, PropertyJson } from "../../search-engine/index/schema.ts";
import { type LoadedEmbedded, loadEmbedded } from "../search/embedded.ts";
import { bulkLines, type RestAnswer, type Target, Unsupported } from "./target.ts";

type Parameters = Readonly<Record<string, unknown>>;
type Document = Readonly<Record<string, unknown>>;

interface Index {
  properties: Record<string, PropertyJson>;
  readonly documents: Map<string, Document>;
  /** Searches the indexed documents; undefined after a change. */
  loaded: LoadedEmbedded | undefined;
}

/** Types of numbers that become doubles, as in the catalogue's mapping. */
const NUMBERS = new Set(["long", "integer", "short", "byte", "double", "float"]);
const TYPES = new Set(["text", "keyword", "date", "double", "boolean", "geo_point", "geo_shape"]);

const Property: z.ZodType<Property> = z.lazy(() =>
  z.looseObject({ type: z.string().optional(), properties: z.record(z.string(), Property).optional() }),
);
interface Property {
  type?: string | undefined;
  properties?: Record<string, Property> | undefined;
  [option: string]: unknown;
}
const Mappings = z.looseObject({
  mappings: z.looseObject({ properties: z.record(z.string(), Property).optional() }).optional(),
});
const DocumentShape = z.record(z.string(), z.unknown());
const Action = z.record(
  z.string(),
  z.looseObject({ _index: z.string().optional(), _id: z.coerce.string().optional() }),
);

/**
 * The embedded engine behind the calls that tests of searches need. An index has the test's mapping, as far as the engine
 * has its types, and Elasticsearch's own rules for members that the mapping lacks.
 */
export class EmbeddedTarget implements Target {
  readonly #indices = new Map<string, Index>();
  #generated = 0;

  async call(api: string, parameters: Parameters): Promise<RestAnswer> {
    const { body } = parameters;
    const name = String(parameters["index"] ?? "");
    switch (api) {
      case "indices.create":
        this.#indices.set(name, { properties: propertiesOf(body), documents: new Map(), loaded: undefined });
        return done;
      case "indices.put_mapping": {
        const index = this.#index(name);
        Object.assign(index.properties, propertiesOf({ mappings: body }));
        index.loaded = undefined;
        return done;
      }
      case "indices.refresh":
      case "indices.forcemerge":
      case "cluster.health":
        return done;
      case "index":
      case "create":
        this.#put(name, parameters["id"], body);
        return done;
      case "delete":
        this.#delete(name, String(parameters["id"]));
        return done;
      case "bulk":
        this.#bulk(name, body);
        return done;
      case "search":
        return this.#search(name, parameters);
      default:
        throw new Unsupported(`call ${api}`);
    }
  }

  async close(): Promise<void> {
    for (const { loaded } of this.#indices.values()) await loaded?.close();
    this.#indices.clear();
  }

  #index(name: string): Index {
    const known = this.#indices.get(name);
    if (known) return known;
    const made: Index = { properties: {}, documents: new Map(), loaded: undefined };
    this.#indices.set(name, made);
    return made;
  }

  #put(name: string, id: unknown, body: unknown): void {
    const index = this.#index(name);
    const document = DocumentShape.parse(typeof body === "string" ? JSON.parse(body) : body);
    learn(document, index.properties);
    const key = id === undefined ? `generated-${this.#generated++}` : String(id);
    // A replaced document comes last, as in an index.
    index.documents.delete(key);
    index.documents.set(key, document);
    index.loaded = undefined;
  }

  #delete(name: string, id: string): void {
    const index = this.#index(name);
    index.documents.delete(id);
    index.loaded = undefined;
  }

  #bulk(name: string, body: unknown): void {
    const lines = bulkLines(body);
    for (let at = 0; at < lines.length; at++) {
      const [[action, { _index = name, _id }] = ["", {}]] = Object.entries(Action.parse(lines[at]));
      if (action === "delete") this.#delete(_index, String(_id));
      else if (action === "index" || action === "create") this.#put(_index, _id, lines[++at]);
      else throw new Unsupported(`bulk action ${action}`);
    }
  }

  async #search(name: string, parameters: Parameters): Promise<RestAnswer> {
    const { body = {}, index: _, rest_total_hits_as_int: asInteger, ...others } = parameters;
    const [other] = Object.keys(others).filter((parameter) => parameter !== "allow_partial_search_results");
    if (other !== undefined) throw new Unsupported(`URL parameter ${other}`);
    const loaded = await this.#loaded(name);
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const { status, text: answered } = await loaded.ask(text);
    const answer = JSON.parse(answered);
    if (asInteger && answer.hits?.total) answer.hits.total = answer.hits.total.value;
    return { status, body: answer };
  }

  async #loaded(name: string): Promise<LoadedEmbedded> {
    const named = name === "" || name === "_all" || name === "*" ? [...this.#indices.keys()] : [name];
    const [only] = named;
    const index = only === undefined ? undefined : this.#indices.get(only);
    if (!index || named.length !== 1 || only === undefined) throw new Unsupported("a search of several indices");
    const records = [...index.documents].map(([id, document]) => ({ id, document }));
    const mapping: MappingJson = { dynamic: false, properties: index.properties };
    index.loaded ??= await loadEmbedded(only, records, { mapping });
    return index.loaded;
  }
}

const done: RestAnswer = { status: 200, body: {} };

/** @throws Unsupported for types that the catalogue's mapping does not have */
function propertiesOf(body: unknown): Record<string, PropertyJson> {
  const { mappings } = Mappings.parse(typeof body === "string" ? JSON.parse(body) : (body ?? {}));
  return propertiesIn(mappings?.properties ?? {});
}

const propertiesIn = (given: Readonly<Record<string, Property>>): Record<string, PropertyJson> =>
  Object.fromEntries(Object.entries(given).map(([name, property]) => [name, propertyOf(property)]));

function propertyOf({ type, properties, ...options }: Property): PropertyJson {
  if (type === undefined || type === "object") return { properties: propertiesIn(properties ?? {}) };
  const kind = NUMBERS.has(type) ? "double" : type;
  if (!TYPES.has(kind)) throw new Unsupported(`type ${type}`);
  const known = z
    .strictObject({
      ignore_above: z.number().optional(),
      format: z.string().optional(),
      fields: z.record(z.string(), Property).optional(),
    })
    .safeParse(options);
  if (!known.success) throw new Unsupported(`options of type ${type}: ${Object.keys(options).join(", ")}`);
  const { ignore_above, format, fields } = known.data;
  const below = Object.entries(fields ?? {});
  if (below.length > 1 || below.some(([, each]) => kind !== "text" || each.type !== "keyword")) {
    throw new Unsupported("fields below a field other than a keyword below a text");
  }
  return {
    type: kind,
    ...(ignore_above !== undefined && { ignore_above }),
    ...(format !== undefined && { format }),
    ...(fields && { fields: propertiesIn(fields) }),
  };
}

/** Adds what Elasticsearch would add to the mapping for a document: texts with a keyword, dates, numbers, booleans. */
function learn(document: Document, properties: Record<string, PropertyJson>): void {
  for (const [name, value] of Object.entries(document)) {
    const sample = Array.isArray(value) ? value.flat(2).find((each) => each !== null) : value;
    if (sample === undefined || sample === null) continue;
    const known = properties[name];
    if (typeof sample === "object") {
      if (known && known.type !== undefined) continue;
      const inner = { ...known?.properties };
      for (const each of Array.isArray(value) ? value.flat(2) : [value]) learn(DocumentShape.parse(each), inner);
      properties[name] = { properties: inner };
    } else if (!known) properties[name] = dynamicProperty(sample);
  }
}

function dynamicProperty(sample: unknown): PropertyJson {
  if (typeof sample === "number") return { type: "double" };
  if (typeof sample === "boolean") return { type: "boolean" };
  if (/^\d{4}-\d{2}-\d{2}(T.*)?$|^\d{4}\/\d{2}\/\d{2}$/.test(String(sample))) return { type: "date" };
  return { type: "text", fields: { keyword: { type: "keyword", ignore_above: 256 } } };
}
