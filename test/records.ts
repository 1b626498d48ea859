import type { Metadata } from "../contracts/metadata.ts";

/** The smallest valid record. */
export function record(pid: string, members: Readonly<Record<string, unknown>> = {}): Metadata {
  return {
    dataset_metadata: { repository: { repository_id: "In-Situ" }, time_content_revised: "2024-05-01T12:00:00Z" },
    identification: { identifier: { pid, pid_type: "other PID" }, title: "Ozone at Jülich", abstract: "" },
    usage_information: { citation: "cite it" },
    product_type: "observation",
    variables: [{ variable_name: "ozone amount fraction", variable_matrix: "gas phase" }],
    distribution_information: [],
    ...members,
  };
}
