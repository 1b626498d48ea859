import { z } from "zod";

// What the load reads of answers.

export const Found = z.object({ response: z.object({ hits: z.object({ total: z.object({ value: z.number() }) }) }) });
export const Titled = z.object({ identification: z.object({ title: z.string() }) });
export const TitledHits = z.object({
  response: z.object({ hits: z.object({ hits: z.array(z.object({ _source: Titled })) }) }),
});
export const Newest = z.array(z.object({ id: z.number(), value: z.number() }));
export const Stations = z.array(z.object({ id: z.number(), owner: z.string() }));
export const Series = z.array(z.object({ values: z.array(z.object({ count: z.number() })) }));
export const Facilities = z.array(z.object({ identifier: z.string(), name: z.string() }));

export const titleRevision = ({ identification }: z.infer<typeof Titled>): number => Number(identification.title);
