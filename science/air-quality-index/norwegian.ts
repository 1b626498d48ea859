import type { AirQualityIndex } from "./index-table.ts";

/** The four classes of Norwegian air-quality forecasts and measurements, for hourly means. */
export const norwegian: AirQualityIndex = {
  unit: "µg/m³",
  classes: [
    {
      index: 1,
      color: "6ee86e",
      name: { no: "Lite", en: "Low" },
      risk: { no: "Liten eller ingen helserisiko", en: "Little or no health risk" },
      effect: {
        no: "Luften gir liten eller ingen risiko for helsen.",
        en: "The air poses little or no risk to health.",
      },
      advice: { no: "Det er fint å være aktiv utendørs.", en: "It is fine to be active outdoors." },
    },
    {
      index: 2,
      color: "ff9900",
      name: { no: "Moderat", en: "Moderate" },
      risk: { no: "Moderat helserisiko", en: "Moderate health risk" },
      effect: {
        no: "Noen med astma, andre luftveissykdommer eller alvorlig hjertesykdom kan merke virkninger.",
        en: "Some people with asthma, other airway disease or serious heart disease may notice effects.",
      },
      advice: {
        no: "De fleste kan være ute som vanlig.",
        en: "Most people can be outdoors as usual.",
      },
    },
    {
      index: 3,
      color: "ff0000",
      name: { no: "Høy", en: "High" },
      risk: { no: "Betydelig helserisiko", en: "Considerable health risk" },
      effect: {
        no: "Folk med astma, andre luftveissykdommer eller alvorlig hjertesykdom kan få plager.",
        en: "People with asthma, other airway disease or serious heart disease may be affected.",
      },
      advice: {
        no: "Barn med luftveissykdom og voksne med alvorlig hjerte- eller luftveissykdom bør være mindre aktive ute og holde seg unna de mest forurensede stedene.",
        en: "Children with airway disease and adults with serious heart or airway disease should be less active outdoors and keep away from the most polluted places.",
      },
    },
    {
      index: 4,
      color: "990099",
      name: { no: "Svært høy", en: "Extremely high" },
      risk: { no: "Alvorlig helserisiko", en: "Serious health risk" },
      effect: {
        no: "Følsomme grupper får plager, og friske kan kjenne irritasjon i øyne og luftveier.",
        en: "Sensitive groups are affected, and healthy people may feel irritation of eyes and airways.",
      },
      advice: {
        no: "Folk med hjerte- eller luftveissykdom bør være mindre aktive ute.",
        en: "People with heart or airway disease should be less active outdoors.",
      },
    },
  ],
  limits: {
    PM10: [60, 120, 400],
    "PM2.5": [30, 50, 150],
    NO2: [100, 200, 400],
    O3: [100, 180, 240],
    SO2: [100, 350, 500],
  },
};
