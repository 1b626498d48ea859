import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { to } from "pg-copy-streams";
import type { Database } from "../../platform/database/port.ts";

/** Whether the bytes hold the word of ASCII letters, in whatever case. */
export function holds(bytes: Buffer, word: string): boolean {
  return bytes.toString("latin1").toLowerCase().includes(word.toLowerCase());
}

/** The tables of a database, those of the server's statistics too, that have a row with the word. */
export async function tablesWith({ connection }: Database, word: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: connection.connectionString });
  await client.connect();
  try {
    // The server decompresses what it copies; rows of TOAST tables are parts of the copied rows.
    const { rows } = await client.query<{ name: string; format: string }>(`
      select format('%I.%I', nspname, relname) as name,
        case nspname when 'pg_catalog' then 'text' else 'binary' end as format
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind in ('r', 'm') and nspname <> 'pg_toast' order by name`);
    const found: string[] = [];
    for (const { name, format } of rows) {
      const copy = client.query(to(`copy (select * from ${name}) to stdout (format ${format})`));
      if (holds(Buffer.concat(await copy.toArray()), word)) found.push(name);
    }
    return found;
  } finally {
    await client.end();
  }
}

/** The files of a folder and its folders that hold the word, by their paths within it. */
export function filesWith(folder: string, word: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.filter((file) => holds(readFileSync(file), word)).map((file) => file.slice(folder.length + 1));
}
