import { z } from "zod";
import { DateTime } from "./date-time.ts";
import { Facility } from "./facility.ts";
import { SpatialExtent } from "./geometry.ts";
import { OrganisationRole, Person, Role } from "./party.ts";
import { Key, optional, optionalText } from "./text.ts";
import { Variable } from "./variable.ts";

const Repository = z
  .looseObject({
    repository_id: z.string(),
    repository_name: optionalText,
    repository_description: optionalText,
    repository_contact: optional(z.array(Person)),
  })
  .meta({ id: "Repository" });

const DatasetMetadata = z
  .looseObject({
    repository: Repository,
    time_content_revised: DateTime,
    time_file_created: optional(DateTime),
    time_metadata_created: optional(DateTime),
    version: optional(z.looseObject({ number: optionalText, description: optionalText }).meta({ id: "Version" })),
  })
  .meta({ id: "DatasetMetadata" });

/** Persistent identifier of a dataset, often a URL. */
export const Pid = Key.meta({ examples: ["https://doi.org/10.48597/RTXS-U8P8"] });

const Identification = z
  .looseObject({
    identifier: z.looseObject({ pid: Pid, pid_type: z.string() }).meta({ id: "Identifier" }),
    title: z.string(),
    abstract: z.string(),
    roles: optional(z.array(Role)),
    organisations: optional(z.array(OrganisationRole)),
  })
  .meta({ id: "Identification" });

const UsageInformation = z
  .looseObject({
    citation: z.string(),
    data_licence: optionalText,
    metadata_licence: optionalText,
    acknowledgement: optionalText,
  })
  .meta({ id: "UsageInformation" });

const DistributionInformation = z
  .looseObject({
    data_format: optionalText,
    dataset_url: optionalText,
    protocol: optionalText,
    access_restriction: optional(
      z
        .looseObject({ restricted: z.boolean(), description_url: optionalText, description: optionalText })
        .meta({ id: "AccessRestriction" }),
    ),
    transfersize: optional(z.looseObject({ size: z.number(), unit: z.string() }).meta({ id: "TransferSize" })),
  })
  .meta({ id: "DistributionInformation" });

const TemporalExtent = z
  .looseObject({ time_period_begin: DateTime, time_period_end: DateTime })
  .meta({ id: "TemporalExtent" });

const Provenance = z
  .looseObject({ title: optionalText, pid: optionalText, url: optionalText })
  .meta({ id: "Provenance" });

/** What is known about one dataset. Members that are not named here are kept and served back. */
export const Metadata = z
  .looseObject({
    dataset_metadata: DatasetMetadata,
    identification: Identification,
    usage_information: UsageInformation,
    product_type: z.string(),
    variables: z.array(Variable),
    distribution_information: z.array(DistributionInformation),
    facility: optional(Facility),
    spatial_extent: optional(SpatialExtent),
    temporal_extent: optional(TemporalExtent),
    provenance: optional(z.array(Provenance)),
  })
  .meta({ id: "Metadata" });

export type Metadata = z.infer<typeof Metadata>;

/** A record's unique identifier. */
export function pidOf(record: Metadata): string {
  return record.identification.identifier.pid;
}
