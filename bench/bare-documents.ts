import { openBareDatabase } from "./bare-database.ts";

/** Documents as plain rows of a table. */
export interface BareDocuments {
  insert(documents: readonly string[]): Promise<void>;
  /** Reads all documents by COPY, in their order; returns the bytes. */
  copy(): Promise<number>;
  close(): Promise<void>;
}

export async function openBareDocuments(): Promise<BareDocuments> {
  const { client, copy, close } = await openBareDatabase();
  await client.query(`create table documents (
    place bigint generated always as identity primary key, document text storage external not null)`);
  return {
    insert: async (documents) => {
      await client.query("insert into documents (document) select unnest($1::text[])", [documents]);
    },
    copy: () => copy("select document from documents order by place"),
    close,
  };
}
