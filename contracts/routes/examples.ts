/** Values as real catalogues hold them, for the description and its readers. */

export const facility = {
  identifier: "56kt",
  name: "Jülich",
  facility_type: ["observation platform, fixed"],
  location: { type: "Point", coordinates: [6.4131, 50.9089, 111] },
  country_code: "DE",
  wmo_region: "Europe",
  identifier_type: "other PID",
  active: true,
  actris_national_facility: "labelled",
};

export const pid = "https://hdl.handle.net/21.12132/1.0a1b2c3d4e5f6071";

export const record = {
  dataset_metadata: {
    repository: { repository_id: "CLU", repository_name: "Cloud remote sensing data centre" },
    time_content_revised: "2024-05-02T06:12:40Z",
    time_file_created: "2024-05-02T06:12:40Z",
    version: { number: "1" },
  },
  identification: {
    identifier: { pid, pid_type: "ePIC" },
    title: "Cloud radar reflectivity from Jülich on 1 May 2024",
    abstract: "Vertical profiles of radar reflectivity, one every 30 seconds.",
    roles: [{ role_code: ["principalInvestigator"], person: { first_name: "Ada", last_name: "Example" } }],
  },
  usage_information: { citation: "Example, A. (2024): Cloud radar reflectivity, Jülich.", data_licence: "CC-BY-4.0" },
  product_type: "observation",
  variables: [
    {
      variable_name: "radar equivalent reflectivity factor",
      variable_matrix: "cloud phase",
      variable_geometry: "atmospheric vertical profile",
      timeliness: "scheduled",
      temporal_resolution: "PT30S",
      instrument: [{ instrument_type: "cloud radar" }],
      framework: [{ framework: "CLOUDNET" }],
    },
  ],
  distribution_information: [
    {
      data_format: "HDF5 (NetCDF4)",
      dataset_url: "https://data.example.org/20240501_juelich_radar.nc",
      protocol: "HTTP",
      access_restriction: { restricted: false },
      transfersize: { size: 18_203_511, unit: "B" },
    },
  ],
  facility: { identifier: "56kt" },
  spatial_extent: { type: "Point", coordinates: [6.4131, 50.9089, 111] },
  temporal_extent: { time_period_begin: "2024-05-01T00:00:00Z", time_period_end: "2024-05-01T23:59:59Z" },
};

export const servedRecord = { ...record, facility };

export const search = {
  query: {
    bool: {
      filter: [
        { term: { "facility.identifier.keyword": "56kt" } },
        { range: { "temporal_extent.time_period_begin": { gte: "2024-05-01", lt: "2024-06-01" } } },
      ],
    },
  },
  sort: [
    { "temporal_extent.time_period_begin": { order: "desc" } },
    { "identification.identifier.pid.keyword": { order: "asc" } },
  ],
  size: 100,
};

export const searchAnswer = {
  response: {
    took: 2,
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: {
      total: { value: 1, relation: "eq" },
      max_score: null,
      hits: [{ _index: "catalogue", _id: pid, _score: null, _source: servedRecord, sort: [1_714_521_600_000, pid] }],
    },
  },
};

export const position = "cat1-0000000000000421-0000000000001733";
