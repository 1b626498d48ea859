import { parseArgs } from "node:util";
import { ROLES, RoleName } from "../../contracts/access.ts";
import { AccountName } from "../../contracts/account-name.ts";
import { WrongUse } from "../command.ts";

export const USAGE = `usage: npm run account -- add NAME --provider P --roles r1,r2 [--password-stdin]
       npm run account -- list
       npm run account -- disable NAME
       npm run account -- enable NAME
       npm run account -- unlock NAME
       npm run account -- roles NAME r1,r2
       npm run account -- password NAME [--password-stdin]

Manages the accounts that may write. Accounts of one provider share the records and time series that they add.

  --provider P       the organisation that the account belongs to
  --roles r1,r2      any of ${ROLES.join(", ")}
  --password-stdin   reads the password from stdin; without it one is generated and printed once

Tokens of an account that is disabled, or gets other roles or a new password, end within five seconds. After 10 failed
logins an account has to wait for 15 minutes at the address they came from; unlock, or a new password, ends that. Works while the system runs and while it
is stopped, on the data folder AIRLOG_DATA or the database DATABASE_URL.

Exit: 0 done, 1 failed, 2 wrong use.
`;

const ACTIONS = "add, list, disable, enable, unlock, roles, password";

/** What the command line asks for. */
export type AccountRequest =
  | {
      readonly action: "add";
      readonly name: string;
      readonly provider: string;
      readonly roles: readonly RoleName[];
      readonly passwordFromInput: boolean;
    }
  | { readonly action: "list" }
  | { readonly action: "disable" | "enable" | "unlock"; readonly name: string }
  | { readonly action: "roles"; readonly name: string; readonly roles: readonly RoleName[] }
  | { readonly action: "password"; readonly name: string; readonly passwordFromInput: boolean };

/** Undefined for `--help`. @throws WrongUse, saying why. */
export function readRequest(argv: readonly string[]): AccountRequest | undefined {
  const { values, positionals } = parse(argv);
  if (values.help) return undefined;
  const [action, ...operands] = positionals;
  const options = Object.keys(values);
  switch (action) {
    case "add": {
      const [name] = exactly(operands, ["NAME"]);
      allowOnly(action, options, ["provider", "roles", "password-stdin"]);
      const { provider, roles } = values;
      if (provider === undefined || roles === undefined) throw new WrongUse("add needs --provider and --roles");
      const passwordFromInput = values["password-stdin"] === true;
      return {
        action,
        name: named("NAME", name),
        provider: named("--provider", provider),
        roles: rolesOf(roles),
        passwordFromInput,
      };
    }
    case "list":
      exactly(operands, []);
      allowOnly(action, options, []);
      return { action };
    case "disable":
    case "enable":
    case "unlock": {
      const [name] = exactly(operands, ["NAME"]);
      allowOnly(action, options, []);
      return { action, name };
    }
    case "roles": {
      const [name, roles] = exactly(operands, ["NAME", "r1,r2"]);
      allowOnly(action, options, []);
      return { action, name, roles: rolesOf(roles) };
    }
    case "password": {
      const [name] = exactly(operands, ["NAME"]);
      allowOnly(action, options, ["password-stdin"]);
      return { action, name, passwordFromInput: values["password-stdin"] === true };
    }
    default:
      throw new WrongUse(
        action === undefined ? `name an action: ${ACTIONS}` : `there is no action ${action}; actions are ${ACTIONS}`,
      );
  }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        help: { type: "boolean" },
        provider: { type: "string" },
        roles: { type: "string" },
        "password-stdin": { type: "boolean" },
      },
    });
  } catch (error) {
    throw new WrongUse(error instanceof Error ? error.message : "the options are wrong");
  }
}

/** One operand for each of the names. */
function exactly<const Names extends readonly string[]>(
  operands: readonly string[],
  names: Names,
): { readonly [Index in keyof Names]: string } {
  const surplus = operands[names.length];
  if (surplus !== undefined) throw new WrongUse(`unexpected argument ${surplus}`);
  // The cast: mapping a tuple gives an array without its length.
  return names.map((name, index) => {
    const operand = operands[index];
    if (operand === undefined) throw new WrongUse(`${name} is missing`);
    return operand;
  }) as { [Index in keyof Names]: string };
}

function allowOnly(action: string, given: readonly string[], allowed: readonly string[]): void {
  const [foreign] = given.filter((option) => !allowed.includes(option));
  if (foreign !== undefined) throw new WrongUse(`${action} has no option --${foreign}`);
}

function named(what: string, text: string): string {
  const name = AccountName.safeParse(text);
  if (name.success) return name.data;
  throw new WrongUse(`${what} ${name.error.issues[0]?.message}`);
}

function rolesOf(list: string): readonly RoleName[] {
  const names = list
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  const roles: RoleName[] = [];
  for (const name of new Set(names)) {
    const role = RoleName.safeParse(name);
    if (!role.success) throw new WrongUse(`there is no role ${name}; roles are ${ROLES.join(", ")}`);
    roles.push(role.data);
  }
  return roles;
}
