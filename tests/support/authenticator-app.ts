import { Secret, TOTP } from "otpauth";
import type { Person } from "./person.ts";

/** A phone with an authenticator app: shows the code of any moment for the secret it was given. */
export class AuthenticatorApp {
  readonly secret: string;

  constructor(secret: string) {
    this.secret = secret;
  }

  /** Adds an app to a person's account at a moment, as the page does; answers with the app and the recovery codes. */
  static async addTo(person: Person, at: Date): Promise<{ app: AuthenticatorApp; recoveryCodes: string[] }> {
    const begun = await person.post("/second-factor/totp", {});
    if (begun.status !== 200) throw new Error(`begin: ${JSON.stringify(begun.body)}`);
    const app = new AuthenticatorApp(begun.body.secret);
    const confirmed = await person.post("/second-factor/totp/confirm", { code: app.codeAt(at) });
    if (confirmed.status !== 200) throw new Error(`confirm: ${JSON.stringify(confirmed.body)}`);
    return { app, recoveryCodes: confirmed.body.recoveryCodes };
  }

  codeAt(at: Date): string {
    return TOTP.generate({ secret: Secret.fromBase32(this.secret), timestamp: at.getTime() });
  }

  /** Six digits that are no code of the steps around a moment. */
  wrongAt(at: Date): string {
    const around = [-1, 0, 1].map((step) => this.codeAt(new Date(at.getTime() + step * 30_000)));
    return ["000000", "111111", "222222", "333333"].find((code) => !around.includes(code))!;
  }
}
