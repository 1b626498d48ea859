/** Headers of a program that takes any page, and failures as problem documents. */
export const AS_PROGRAM = { Accept: "application/problem+json, */*;q=0.1" };
