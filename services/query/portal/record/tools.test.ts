import { expect, test } from "vitest";
import { toolsFor } from "./tools.ts";

const address = "https://data.example.org/file";

test.each([
  [{ format: "HDF5 (NetCDF4)" }, "ncdump"],
  [{ format: "NETCDF", protocol: "HTTP" }, "Panoply"],
  [{ format: "NASA-Ames 1001" }, "EBAS-IO (Python)"],
  [{ format: "text/csv" }, "LibreOffice Calc"],
  [{ address: "https://data.example.org/2024.NC?raw=1" }, "ncdump"],
])("%j opens with %s", (given, tool) => {
  expect(toolsFor({ address, format: undefined, protocol: undefined, bytes: undefined, ...given })).toContain(tool);
});

test("data behind OPeNDAP open with what reads that, whatever their format is", () => {
  const tools = toolsFor({ address, format: "NETCDF", protocol: "OPeNDAP", bytes: undefined });
  expect(tools).toContain("xarray (Python)");
  expect(tools).not.toContain("ncdump");
});

test("nothing is said of a format that is not known", () => {
  expect(toolsFor({ address, format: "own binary", protocol: "HTTP", bytes: undefined })).toEqual([]);
});
