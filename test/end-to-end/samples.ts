/** Facilities and records with realistic values. */

export interface SampleFacility {
  readonly identifier: string;
  readonly [member: string]: unknown;
}

export function facility(identifier: string, members: Readonly<Record<string, unknown>> = {}): SampleFacility {
  return {
    identifier,
    name: `Station ${identifier}`,
    facility_type: ["observation platform, fixed"],
    location: { type: "Point", coordinates: [6.4131, 50.9089, 111] },
    country_code: "DE",
    ...members,
  };
}

export function record(pid: string, members: Readonly<Record<string, unknown>> = {}) {
  return {
    dataset_metadata: {
      repository: { repository_id: "CLU" },
      time_content_revised: "2024-05-02T06:12:40.123456+00:00",
    },
    identification: {
      identifier: { pid, pid_type: "other PID" },
      title: `Cloud radar at Jülich, ${pid}`,
      abstract: "Vertical profiles of radar reflectivity.",
    },
    usage_information: { citation: "Example (2024)", data_licence: "CC-BY-4.0" },
    product_type: "observation",
    variables: [{ variable_name: "radar reflectivity", variable_matrix: "cloud phase", temporal_resolution: "P30S" }],
    distribution_information: [{ transfersize: { size: 12.5, unit: "B" } }],
    spatial_extent: { type: "Point", coordinates: [6.4131, 50.9089] },
    temporal_extent: { time_period_begin: "2024-05-01T00:00:00Z", time_period_end: "2024-05-01T23:59:59Z" },
    ...members,
  };
}

/** `count` records with different PIDs. */
export function records(prefix: string, count: number, members: Readonly<Record<string, unknown>> = {}) {
  return Array.from({ length: count }, (_, index) => record(`${prefix}-${String(index).padStart(5, "0")}`, members));
}
