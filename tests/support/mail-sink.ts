import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { simpleParser } from "mailparser";
import type { ParsedMail } from "mailparser";
import { SMTPServer } from "smtp-server";
import { eventually } from "./eventually.ts";

/** A real SMTP server that keeps what it is given. */
export class MailSink {
  readonly mails: ParsedMail[] = [];
  #server: SMTPServer | undefined;

  async #keep(stream: Readable): Promise<void> {
    this.mails.push(await simpleParser(stream));
  }

  /** Listens, with no mail yet, also where it listened before; answers with the URL for SMTP_URL. */
  async listen(): Promise<string> {
    this.mails.length = 0;
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onData: (stream, _, done) => {
        void this.#keep(stream).finally(done);
      },
    });
    const listening = this.#server.listen(0, "127.0.0.1");
    await once(listening, "listening");
    return `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  }

  /** The link of the newest mail to an address with this subject; waits for it. `after`: how many were there before. */
  async linkTo(email: string, subject: string, after = 0): Promise<string> {
    return await eventually(`a mail "${subject}" to ${email}`, () => {
      const found = this.to(email).filter((mail) => mail.subject === subject);
      return found.length > after ? /^https?:\S+$/m.exec(found.at(-1)!.text ?? "")?.[0] : undefined;
    });
  }

  to(email: string): ParsedMail[] {
    return this.mails.filter((mail) => [mail.to ?? []].flat().some((to) => to.text.includes(email)));
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server?.close(() => resolve()));
  }
}
