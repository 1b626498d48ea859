import { userInfo } from "node:os";

/**
 * The caller of this command, as events name it: `operator:` and the name of the operating-system user, or its number if it
 * has no name. No account has a name with a colon.
 */
export function operatorName(readUser: () => { readonly username: string } = userInfo): string {
  try {
    return `operator:${readUser().username}`;
  } catch {
    // Containers may run as a user that /etc/passwd does not list.
    return `operator:${process.getuid?.() ?? "unknown"}`;
  }
}
