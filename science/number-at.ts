/**
 * The number at an index within the array: types can't tell that it is there. For Float64Arrays alone, so that the load
 * stays monomorphic and compiles to one.
 */
export const numberAt = (numbers: Float64Array, index: number): number => numbers[index] as number;
