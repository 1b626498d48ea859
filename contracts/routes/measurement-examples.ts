/** Answers as readers of measurements get them. */

const place = { zone: "Stor-Oslo", municipality: "Oslo", area: "Oslo" };
const coordinates = { latitude: 59.89864, longitude: 10.8149 };
const hour = { fromTime: "2022-03-09T12:00:00+01:00", toTime: "2022-03-09T13:00:00+01:00" };
const rank = { index: 1, color: "6ee86e" };
const origin = { id: 38, ...place, station: "Manglerud", eoi: "NO0071A" };
const typedOrigin = { ...origin, type: "Veinær stasjon", component: "PM10" };

export const newestValue = {
  ...typedOrigin,
  ...hour,
  value: 50.7,
  unit: "µg/m³",
  ...coordinates,
  timestep: 3600,
  isValid: true,
  isVisible: true,
};

const { isValid, isVisible, ...measured } = newestValue;

export const newestWithIndex = { ...measured, ...rank, isValid, isVisible };

const series = { ...typedOrigin, ...coordinates, timestep: 3600, isVisible: true, unit: "µg/m³" };
const value = { ...hour, value: 50.7, qualityControlled: false };

export const history = { ...series, values: [value] };
export const historyWithIndex = { ...series, values: [{ ...value, ...rank }] };

const meanSeries = { ...origin, component: "PM10", ...coordinates, unit: "µg/m³", timestep: 3600, isVisible: true };
const day = { dateTime: "2022-03-09T00:00:00+01:00" };
const mean = { value: 31.25, count: 18, coverage: 75 };

export const dailyMeans = { ...meanSeries, values: [{ ...day, ...mean }] };
export const means = {
  ...meanSeries,
  values: [{ ...day, fromTime: "2022-03-09T00:00:00+01:00", toTime: "2022-03-10T00:00:00+01:00", ...mean }],
};

export const area = { ...place, description: null };

export const station = {
  id: 1,
  ...place,
  station: "Manglerud",
  type: "Veinær stasjon",
  eoi: "NO0071A",
  ...coordinates,
  owner: null,
  status: null,
  description: null,
  firstMeasurment: "2021-03-09T00:00:00+01:00",
  lastMeasurment: "2022-03-09T13:00:00+01:00",
  components: "PM10,NO2",
  isVisible: true,
};

export const component = { component: "PM10", topic: null };

export const index = {
  component: "PM10",
  unit: "µg/m³",
  aqis: [
    {
      index: 1,
      fromValue: 0,
      toValue: 60,
      color: "6ee86e",
      text: "Low",
      shortDescription: "Little or no health risk",
      description: "The air poses little or no risk to health.",
      advice: "It is fine to be active outdoors.",
    },
  ],
};

export const meanType = { id: 3, label: "day" };

export const timeSeries = {
  id: 38,
  height: 3.5,
  ...place,
  station: "Manglerud",
  type: "Veinær stasjon",
  eoi: "NO0071A",
  component: "PM10",
  ...coordinates,
  unit: "µg/m³",
  eea: null,
  timestep: 3600,
  timestepAsText: "1 time",
  isVisible: true,
  fromTime: "2021-03-09T00:00:00+01:00",
  toTime: "2022-03-09T13:00:00+01:00",
  topic: null,
};
