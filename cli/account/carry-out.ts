import { NewPassword } from "../../contracts/password.ts";
import { escaped } from "../../contracts/printable.ts";
import { secretText } from "../../platform/secret-files.ts";
import type { Account, Accounts } from "../../services/command/accounts/accounts.ts";
import { generatePassword } from "../../services/command/accounts/passwords.ts";
import type { AccountRequest } from "./request.ts";

/** Input and output of a command: results and messages apart. */
export interface Terminal {
  /** All of the standard input. */
  readonly input: () => Promise<Uint8Array>;
  readonly result: (line: string) => void;
  readonly say: (line: string) => void;
}

/** Carries out a request. Returns false when it fails, after saying why. */
export async function carryOut(request: AccountRequest, accounts: Accounts, terminal: Terminal): Promise<boolean> {
  switch (request.action) {
    case "list": {
      const listed = await accounts.list();
      if (request.isJson) terminal.result(JSON.stringify(listed));
      else for (const account of listed) terminal.result(line(account));
      return true;
    }
    case "add": {
      const password = await choosePassword(request.passwordFromInput, terminal);
      if (password === undefined) return false;
      const taken = await accounts.add(request, password);
      return tell(terminal, taken === undefined, `${request.name} may log in`, inTheWay(request.name, taken), () =>
        showGenerated(request.passwordFromInput, password, terminal),
      );
    }
    case "password": {
      const password = await choosePassword(request.passwordFromInput, terminal);
      if (password === undefined) return false;
      const changed = await accounts.setPassword(request.name, password);
      return tell(terminal, changed, `${request.name} has a new password`, missing(request.name), () =>
        showGenerated(request.passwordFromInput, password, terminal),
      );
    }
    case "disable":
    case "enable": {
      const disabled = request.action === "disable";
      const changed = await (disabled ? accounts.disable(request.name) : accounts.enable(request.name));
      return tell(terminal, changed, `${request.name} is ${disabled ? "disabled" : "enabled"}`, missing(request.name));
    }
    case "unlock": {
      const unlocked = await accounts.unlock(request.name);
      return tell(terminal, unlocked, `${request.name} may try to log in again from everywhere`, missing(request.name));
    }
    case "roles": {
      const changed = await accounts.setRoles(request.name, request.roles);
      const roles = request.roles.join(", ") || "no roles";
      return tell(terminal, changed, `${request.name} has ${roles}`, missing(request.name));
    }
  }
}

function line({ name, provider, roles, disabled }: Account): string {
  return [escaped(name), escaped(provider), roles.join(","), disabled ? "disabled" : "enabled"].join("\t");
}

function inTheWay(name: string, taken = name): string {
  return `There is an account ${escaped(taken)} already${taken === name ? "" : `, which ${name} looks like`}`;
}

const missing = (name: string): string => `There is no account ${name}`;

function tell({ say }: Terminal, done: boolean, success: string, failure: string, then?: () => void): boolean {
  say(`${done ? success : failure}.`);
  if (done) then?.();
  return done;
}

async function choosePassword(fromInput: boolean, { input, say }: Terminal): Promise<string | undefined> {
  if (!fromInput) return generatePassword();
  const text = secretText(await input());
  const password = text === undefined ? undefined : NewPassword.safeParse(text);
  if (password?.success) return password.data;
  say(`The password ${password?.error.issues[0]?.message ?? "must be UTF-8"}.`);
  return undefined;
}

function showGenerated(fromInput: boolean, password: string, { result, say }: Terminal): void {
  if (fromInput) return;
  say("Its password, shown only now:");
  result(password);
}
