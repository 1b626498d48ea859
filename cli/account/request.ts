import { type Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { ROLES, RoleName } from "../../contracts/access.ts";
import { AccountName } from "../../contracts/account-name.ts";

const DESCRIPTION = `Manages the accounts that may write. Accounts of one provider share the records and time \
series that they add. Works while the system runs and while it is stopped, on the data folder AIRLOG_DATA or the \
database DATABASE_URL.

Tokens of an account that is disabled, or gets other roles or a new password, end within five seconds. After 10 \
failed logins from one address an account has to wait for 15 minutes at that address; unlock, or a new password, \
ends the wait.`;

/** A request of the command line. */
export type AccountRequest =
  | {
      readonly action: "add";
      readonly name: string;
      readonly provider: string;
      readonly roles: readonly RoleName[];
      readonly passwordFromInput: boolean;
    }
  | { readonly action: "list"; readonly isJson: boolean }
  | { readonly action: "disable" | "enable" | "unlock"; readonly name: string }
  | { readonly action: "roles"; readonly name: string; readonly roles: readonly RoleName[] }
  | { readonly action: "password"; readonly name: string; readonly passwordFromInput: boolean };

const PASSWORD_STDIN = [
  "--password-stdin",
  "read the password from stdin; without it one is generated and printed once",
] as const;
const ROLE_LIST = `any of ${ROLES.join(", ")}`;

/** Declares the actions on accounts, whose requests are handed to `run`. */
export function declareActions(command: Command, run: (request: AccountRequest) => Promise<void>): void {
  command.description(DESCRIPTION);
  command
    .command("add")
    .description("add an account")
    .argument("<NAME>", "its name", accountName)
    .requiredOption("--provider <P>", "the organisation that the account belongs to", accountName)
    .requiredOption("--roles <r1,r2>", ROLE_LIST, roleNames)
    .option(...PASSWORD_STDIN)
    .action((name, { provider, roles, passwordStdin = false }) =>
      run({ action: "add", name, provider, roles, passwordFromInput: passwordStdin }),
    );
  command
    .command("list")
    .description("list the accounts")
    .option("--json", 'print [{"name","provider","roles","disabled"}]')
    .action(({ json = false }) => run({ action: "list", isJson: json }));
  for (const [action, does] of [
    ["disable", "end its tokens and refuse its logins"],
    ["enable", "let it log in again"],
    ["unlock", "let it try to log in again after failed logins"],
  ] as const) {
    command
      .command(action)
      .description(does)
      .argument("<NAME>", "its name")
      .action((name) => run({ action, name }));
  }
  command
    .command("roles")
    .description("give it these roles instead of its present ones")
    .argument("<NAME>", "its name")
    .argument("<r1,r2>", ROLE_LIST, roleNames)
    .action((name, roles) => run({ action: "roles", name, roles }));
  command
    .command("password")
    .description("give it a new password")
    .argument("<NAME>", "its name")
    .option(...PASSWORD_STDIN)
    .action((name, { passwordStdin = false }) => run({ action: "password", name, passwordFromInput: passwordStdin }));
}

function accountName(text: string): string {
  const name = AccountName.safeParse(text);
  if (name.success) return name.data;
  throw new InvalidArgumentError(`It ${name.error.issues[0]?.message}.`);
}

function roleNames(list: string): readonly RoleName[] {
  const names = list
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  const roles: RoleName[] = [];
  for (const name of new Set(names)) {
    const role = RoleName.safeParse(name);
    if (!role.success) throw new InvalidArgumentError(`There is no role ${name}; roles are ${ROLES.join(", ")}.`);
    roles.push(role.data);
  }
  return roles;
}
