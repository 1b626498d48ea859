import { z } from "zod";

/** Which of the listed PIDs are gone, and which the caller may not delete. */
export const DeleteResultDto = z
  .object({ deleted: z.array(z.string()), notAllowedToDelete: z.array(z.string()) })
  .meta({ id: "DeleteResultDto" });

export type DeleteResultDto = z.infer<typeof DeleteResultDto>;
