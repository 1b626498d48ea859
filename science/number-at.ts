/**
 * The number at an index that is within the array by construction, hence the cast. Float64Arrays only: the load stays monomorphic.
 */
export const numberAt = (numbers: Float64Array, index: number): number => numbers[index] as number;
