/** The subject of a family of the demonstration's datasets: the product, how it is measured, and who keeps it. */
export interface Product {
  readonly repository: "CLU" | "In-Situ" | "ARES" | "GRES" | "ASC";
  readonly name: string;
  readonly productType: "observation" | "model" | "fundamental_parameter";
  readonly matrix: string;
  readonly geometry: string | undefined;
  readonly instrument: string;
  readonly models: readonly (readonly [manufacturer: string, model: string])[];
  readonly variables: readonly string[];
  readonly frameworks: readonly string[];
  /** ISO 8601 duration between values. */
  readonly resolution: string;
  /** Days that one dataset covers. */
  readonly days: number;
  readonly format: "HDF5 (NetCDF4)" | "NETCDF";
  readonly keywords: string;
}

export const REPOSITORIES: Readonly<Record<Product["repository"], string>> = {
  CLU: "Cloud remote sensing data centre unit",
  "In-Situ": "In situ data centre unit",
  ARES: "Aerosol remote sensing data centre unit",
  GRES: "Trace gases remote sensing data centre unit",
  ASC: "Atmospheric simulation chamber data centre unit",
};

/** Profiles by instruments that look up from the ground. */
const PROFILES = {
  productType: "observation",
  geometry: "atmospheric vertical profile",
  format: "HDF5 (NetCDF4)",
} as const;

/** Shared parts of the products on clouds. */
const CLOUDS = {
  ...PROFILES,
  repository: "CLU",
  matrix: "cloud phase",
  frameworks: ["ACTRIS", "CLOUDNET"],
  days: 1,
} as const;

/** Shared parts of the products of instruments that sample the air. */
const IN_SITU = {
  repository: "In-Situ",
  productType: "observation",
  geometry: undefined,
  days: 365,
  format: "NETCDF",
} as const;

export const PRODUCTS: readonly Product[] = [
  {
    ...CLOUDS,
    name: "Cloud radar moments",
    instrument: "cloud radar",
    models: [
      ["Metek", "MIRA-35"],
      ["RPG-Radiometer Physics", "RPG-FMCW-94"],
    ],
    variables: ["radar reflectivity factor", "doppler velocity", "spectral width", "linear depolarisation ratio"],
    resolution: "P30S",
    keywords: "cloud boundaries, drizzle and ice particles seen by a vertically pointing millimetre-wave radar",
  },
  {
    ...CLOUDS,
    name: "Ceilometer and lidar backscatter",
    instrument: "lidar",
    models: [
      ["Lufft", "CHM 15k"],
      ["Vaisala", "CL61"],
    ],
    variables: ["attenuated backscatter coefficient", "cloud base height", "volume depolarisation ratio"],
    resolution: "P30S",
    keywords: "liquid cloud base and aerosol layers from an automatic low-power lidar",
  },
  {
    ...CLOUDS,
    name: "Microwave radiometer retrievals",
    instrument: "microwave radiometer",
    models: [["RPG-Radiometer Physics", "HATPRO-G5"]],
    variables: ["liquid water path", "integrated water vapour", "air temperature", "brightness temperature"],
    resolution: "P1M",
    keywords: "column liquid water and humidity from passive microwave emission",
  },
  {
    ...CLOUDS,
    name: "Model single-site output for cloud evaluation",
    productType: "model",
    instrument: "model",
    models: [["ECMWF", "IFS"]],
    variables: ["cloud area fraction", "air temperature", "specific humidity", "liquid water content"],
    resolution: "PT1H",
    keywords: "hourly numerical weather prediction at the site, to be compared with cloud observations",
  },
  {
    ...IN_SITU,
    name: "Particle number size distribution",
    matrix: "aerosol particle phase",
    instrument: "smps",
    models: [
      ["TROPOS", "TROPOS-SMPS"],
      ["TSI", "3938"],
    ],
    variables: ["particle number size distribution", "particle number concentration"],
    frameworks: ["ACTRIS", "EMEP", "GAW-WDCA"],
    resolution: "PT1H",
    keywords: "submicron aerosol from 10 to 800 nm by electrical mobility",
  },
  {
    ...IN_SITU,
    name: "Aerosol light scattering",
    matrix: "aerosol particle phase",
    instrument: "nephelometer",
    models: [
      ["TSI", "3563"],
      ["Ecotech", "Aurora 3000"],
    ],
    variables: [
      "aerosol particle light scattering coefficient",
      "aerosol particle light hemispheric backscattering coefficient",
    ],
    frameworks: ["ACTRIS", "GAW-WDCA"],
    resolution: "PT1H",
    keywords: "scattering at three wavelengths, with the humidity kept low",
  },
  {
    ...IN_SITU,
    name: "Aerosol light absorption",
    matrix: "PM10",
    instrument: "filter_absorption_photometer",
    models: [
      ["Magee", "AE33"],
      ["Thermo", "MAAP 5012"],
    ],
    variables: ["aerosol particle light absorption coefficient", "equivalent black carbon mass"],
    frameworks: ["ACTRIS", "GAW-WDCA", "EMEP"],
    resolution: "PT1H",
    keywords: "black carbon from traffic, wood burning and forest fires",
  },
  {
    ...IN_SITU,
    name: "Aerosol chemical composition",
    matrix: "PM2.5",
    instrument: "filter sampler",
    models: [["Digitel", "DHA-80"]],
    variables: [
      "elemental carbon mass concentration",
      "organic carbon mass concentration",
      "sulphate total mass concentration",
      "nitrate mass concentration",
    ],
    frameworks: ["EMEP", "ACTRIS"],
    resolution: "P1D",
    keywords: "daily filters analysed for ions and carbonaceous matter",
  },
  {
    ...IN_SITU,
    name: "Reactive trace gases",
    matrix: "gas phase",
    instrument: "uv_absorption_photometer",
    models: [["Thermo", "49i"]],
    variables: ["ozone amount fraction", "nitrogen dioxide amount fraction", "nitrogen monoxide amount fraction"],
    frameworks: ["EMEP", "ACTRIS", "GAW-WDCA"],
    resolution: "PT1H",
    keywords: "surface ozone and nitrogen oxides in the boundary layer",
  },
  {
    ...IN_SITU,
    name: "Volatile organic compounds",
    matrix: "gas phase",
    instrument: "online_gc",
    models: [["Perkin Elmer", "Clarus 580"]],
    variables: [
      "m/p-xylenes amount fraction",
      "benzene amount fraction",
      "1,1,1,2-tetrafluoroethane amount fraction",
      "toluene amount fraction",
    ],
    frameworks: ["ACTRIS", "EMEP"],
    resolution: "PT2H",
    keywords: "hydrocarbons and halogenated gases by gas chromatography",
  },
  {
    ...IN_SITU,
    name: "Precipitation chemistry",
    matrix: "precipitation phase",
    instrument: "wet only sampler",
    models: [["NILU", "RS1"]],
    variables: ["pH", "sulphate corrected mass concentration", "ammonium mass concentration", "precipitation amount"],
    frameworks: ["EMEP"],
    resolution: "P1W",
    keywords: "acidification and nutrient deposition from rain and snow",
  },
  {
    ...PROFILES,
    repository: "ARES",
    name: "Aerosol optical profiles",
    matrix: "aerosol particle phase",
    instrument: "lidar",
    models: [["Raymetrics", "LR331-D400"]],
    variables: [
      "aerosol backscatter coefficient",
      "aerosol extinction coefficient",
      "lidar ratio",
      "particle linear depolarisation ratio",
    ],
    frameworks: ["ACTRIS", "EARLINET"],
    resolution: "PT30M",
    days: 1,
    keywords: "desert dust, volcanic ash and smoke layers by Raman lidar",
  },
  {
    ...PROFILES,
    repository: "GRES",
    name: "Ozone vertical profiles",
    matrix: "gas phase",
    instrument: "dial",
    models: [["NDACC", "Stratospheric ozone lidar"]],
    variables: ["ozone number density", "ozone partial column"],
    frameworks: ["NDACC", "ACTRIS"],
    resolution: "PT4H",
    days: 1,
    keywords: "stratospheric ozone at night by differential absorption",
  },
  {
    ...PROFILES,
    repository: "GRES",
    name: "Trace gas columns by Fourier-transform spectrometry",
    matrix: "gas phase",
    instrument: "ftir",
    models: [["Bruker", "IFS 125HR"]],
    variables: ["methane total column", "carbon monoxide total column", "formaldehyde total column"],
    frameworks: ["NDACC", "ACTRIS"],
    resolution: "PT10M",
    days: 30,
    keywords: "columns of greenhouse and reactive gases from solar absorption spectra",
  },
  {
    repository: "ASC",
    name: "Secondary organic aerosol yields",
    productType: "fundamental_parameter",
    matrix: "aerosol particle phase",
    geometry: undefined,
    instrument: "dmps",
    models: [["TROPOS", "TROPOS-DMPS"]],
    variables: ["secondary organic aerosol mass yield", "rate coefficient", "mass spectrum"],
    frameworks: ["ACTRIS"],
    resolution: "PT1M",
    days: 2,
    format: "NETCDF",
    keywords: "oxidation of terpenes and isoprene in a simulation chamber",
  },
];
