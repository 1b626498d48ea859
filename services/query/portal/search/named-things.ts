import type { Station } from "../../../../contracts/station.ts";
import { foldName } from "../../../../contracts/text.ts";
import { HttpProblem } from "../../../../platform/http/problem.ts";
import type { FacilityList } from "../../facilities/facility-list.ts";
import type { FacilitySummary } from "../../facilities/facility-summary.ts";
import type { Network } from "../../measurements/network.ts";
import { NameIndex } from "../places/name-index.ts";
import { type Place, places } from "../places/places.ts";

/** Of each kind. */
const MAX_THINGS = 3;
/** Longer texts are no names. */
const MAX_NAME_LENGTH = 100;

/** Signs by which words are combined or left out: a name has none. */
const OPERATORS = /["|+*~()]|(?:^|\s)-/;

/** What has the name that is looked for, and a page of its own. */
export interface NamedThings {
  readonly stations: readonly Station[];
  readonly areas: readonly string[];
  readonly facilities: readonly FacilitySummary[];
  /** The largest of the name. */
  readonly place: Place | undefined;
}

export interface NamedSources {
  readonly facilities: FacilityList;
  /** @throws HttpProblem while the network can't be read */
  readonly network: () => Network;
}

/** What of the registry, the network and the places of the world is called so. Nothing is read for it but what is in memory. */
export function thingsNamed(text: string, { facilities, network }: NamedSources): NamedThings | undefined {
  if (text.length > MAX_NAME_LENGTH || OPERATORS.test(text)) return undefined;
  const ofNetwork = networkIfKnown(network);
  const [place] = places().called(text, 1);
  const found = {
    stations: ofNetwork?.stations.called(text, MAX_THINGS) ?? [],
    areas: ofNetwork?.areas.called(text, MAX_THINGS) ?? [],
    facilities: indexOf(facilities).called(text, MAX_THINGS),
    place,
  };
  const lists = [found.stations, found.areas, found.facilities];
  return place === undefined && lists.every((list) => list.length === 0) ? undefined : found;
}

/** The names of each registry, brought into order once. */
const ofRegistries = new WeakMap<FacilityList, NameIndex<FacilitySummary>>();

function indexOf(list: FacilityList): NameIndex<FacilitySummary> {
  const index = ofRegistries.get(list) ?? new NameIndex(list.summaries, ({ name }) => name);
  ofRegistries.set(list, index);
  return index;
}

interface NetworkNames {
  /** The change of the network's directory that they are of. */
  readonly sequence: number;
  readonly stations: NameIndex<Station>;
  readonly areas: NameIndex<string>;
}

const ofNetworks = new WeakMap<Network, NetworkNames>();

/** Datasets are searched for without a network too: its views may still be built, or be out of reach. */
function networkIfKnown(current: () => Network): NetworkNames | undefined {
  try {
    return namesOf(current());
  } catch (error) {
    if (error instanceof HttpProblem && error.status === 503) return undefined;
    throw error;
  }
}

function namesOf(network: Network): NetworkNames {
  const known = ofNetworks.get(network);
  if (known?.sequence === network.directorySequence) return known;
  const stations = Array.from(network.stations);
  const areas = new Map(stations.map(({ area }) => [foldName(area), area]));
  const names = {
    sequence: network.directorySequence,
    stations: new NameIndex(stations, ({ name }) => name),
    areas: new NameIndex(areas.values(), (area) => area),
  };
  ofNetworks.set(network, names);
  return names;
}
