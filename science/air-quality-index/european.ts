import type { AirQualityIndex } from "./index-table.ts";

/** The European Air Quality Index for hourly means, as revised by the European Environment Agency in 2024. */
export const european: AirQualityIndex = {
  unit: "µg/m³",
  classes: [
    {
      index: 1,
      color: "50F0E6",
      name: { no: "God", en: "Good" },
      risk: { no: "Ingen kjent helserisiko", en: "No known health risk" },
      effect: { no: "Luften er ren.", en: "The air is clean." },
      advice: { no: "Vær gjerne aktiv utendørs.", en: "Enjoy being active outdoors." },
    },
    {
      index: 2,
      color: "50CCAA",
      name: { no: "Grei", en: "Fair" },
      risk: { no: "Liten helserisiko", en: "Low health risk" },
      effect: {
        no: "Svært følsomme kan merke noe, andre ikke.",
        en: "Very sensitive people may notice something, others will not.",
      },
      advice: { no: "Alle kan være ute som vanlig.", en: "Everybody can be outdoors as usual." },
    },
    {
      index: 3,
      color: "F0E641",
      name: { no: "Moderat", en: "Moderate" },
      risk: { no: "Moderat helserisiko", en: "Moderate health risk" },
      effect: {
        no: "Følsomme grupper kan få lette plager.",
        en: "Sensitive groups may have slight complaints.",
      },
      advice: {
        no: "Følsomme som merker plager bør ta det roligere ute; andre kan være ute som vanlig.",
        en: "Sensitive people who notice complaints should take it easier outdoors; others can be outdoors as usual.",
      },
    },
    {
      index: 4,
      color: "FF5050",
      name: { no: "Dårlig", en: "Poor" },
      risk: { no: "Betydelig helserisiko", en: "Considerable health risk" },
      effect: {
        no: "Følsomme grupper kan få plager, og friske kan kjenne irritasjon.",
        en: "Sensitive groups may be affected, and healthy people may feel irritation.",
      },
      advice: {
        no: "Følsomme grupper bør anstrenge seg mindre ute; andre bør gjøre det hvis de kjenner irritasjon.",
        en: "Sensitive groups should exert themselves less outdoors; others should if they feel irritation.",
      },
    },
    {
      index: 5,
      color: "960032",
      name: { no: "Svært dårlig", en: "Very poor" },
      risk: { no: "Høy helserisiko", en: "High health risk" },
      effect: {
        no: "Følsomme grupper får plager, og mange friske kan merke virkninger.",
        en: "Sensitive groups are affected, and many healthy people may notice effects.",
      },
      advice: {
        no: "Følsomme grupper bør la være å anstrenge seg ute; andre bør gjøre det mindre.",
        en: "Sensitive groups should not exert themselves outdoors; others should do so less.",
      },
    },
    {
      index: 6,
      color: "7D2181",
      name: { no: "Ekstremt dårlig", en: "Extremely poor" },
      risk: { no: "Alvorlig helserisiko", en: "Serious health risk" },
      effect: {
        no: "Alle kan få plager, følsomme grupper alvorlige.",
        en: "Everybody may be affected, sensitive groups seriously.",
      },
      advice: {
        no: "Følsomme grupper bør holde seg inne; andre bør ikke anstrenge seg ute.",
        en: "Sensitive groups should stay indoors; others should not exert themselves outdoors.",
      },
    },
  ],
  limits: {
    PM10: [15, 45, 120, 195, 270],
    "PM2.5": [5, 15, 50, 90, 140],
    NO2: [10, 25, 60, 100, 150],
    O3: [60, 100, 120, 160, 180],
    SO2: [20, 40, 125, 190, 275],
  },
};
