/** Arrivals of 8 an hour on working days from 8 to 18 o'clock: rates of the 168 hours of a week. */
export const WORKING_HOURS = Array.from({ length: 168 }, (_, hour) =>
  hour < 120 && hour % 24 >= 8 && hour % 24 < 18 ? 8 : 0,
);
