/** Optical depth of a water cloud at 360 nm per g/m² of liquid water: droplets of 7.2 µm effective radius (FastRT). */
export const cloudDepthPerGram = 1083 / 5000;

/** Optical depth of such a cloud at a wavelength in nm, as a share of that at 360 nm: some 0.4 % less at 300 nm. */
export const cloudDepthShare = (nm: number): number => extinctionOfDroplets(nm) / extinctionOfDroplets(360);

/** Extinction efficiency of spheres of 7.2 µm, far larger than the wavelength (Nussenzveig & Wiscombe 1980, Phys. Rev. Lett. 45, 1490). */
const extinctionOfDroplets = (nm: number): number => 2 + 1.9924 * ((2 * Math.PI * 7200) / nm) ** (-2 / 3);

/** The sky classes of FastRT's simple page: very clean air, and the share of the sky under a thick water cloud. */
export const skies = [
  { id: 0, name: "cloudless", cover: 0 },
  { id: 1, name: "scattered clouds", cover: 0.3 },
  { id: 2, name: "broken clouds", cover: 0.7 },
  { id: 3, name: "overcast", cover: 1 },
] as const;

export type SkyId = (typeof skies)[number]["id"];

/** Angstrom's turbidity β of every sky class: aerosol optical depth β λ^-1.3, λ in µm. */
export const skyAerosolBeta = 0.02;

/** Liquid water of every sky class's cloud, g/m². */
export const skyCloudWater = 240;

/** Angstrom's β of an aerosol whose optical depth at 550 nm is `depth`. */
export const betaOfDepth550 = (depth: number): number => depth * 0.55 ** 1.3;
