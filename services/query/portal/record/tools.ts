import type { Distribution } from "../../dataset/dataset.ts";

/** What opens data, by what their format, protocol or file name says. The first that fits counts. */
const TOOLS: readonly (readonly [is: RegExp, tools: readonly string[]])[] = [
  [/opendap|\bdap\b/, ["xarray (Python)", "Panoply"]],
  [/netcdf|hdf-?5|\.(nc4?|h5|hdf5?)$/, ["xarray (Python)", "Panoply", "ncdump"]],
  [/nasa[ -]?ames|\.nas$/, ["EBAS-IO (Python)"]],
  [/parquet/, ["DuckDB", "pandas (Python)"]],
  [/grib|\.gri?b2?$/, ["ecCodes", "cfgrib (Python)"]],
  [/geotiff|\.tiff?$/, ["QGIS", "rasterio (Python)"]],
  [/csv|tsv/, ["LibreOffice Calc", "pandas (Python)", "R"]],
  [/json/, ["pandas (Python)", "jq"]],
];

/** Programs and libraries that open data; none for a format that is not known. */
export function toolsFor({ address, format, protocol }: Distribution): readonly string[] {
  const said = [protocol, format, new URL(address).pathname].map((text) => text?.toLowerCase());
  return TOOLS.find(([is]) => said.some((text) => text !== undefined && is.test(text)))?.[1] ?? [];
}
