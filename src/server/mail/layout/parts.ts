/** What a mail says, for both of its bodies. */
export interface Email {
  readonly greeting: string;
  /** The statement; inboxes show its beginning beside the subject. */
  readonly before: string;
  /** What a person of ours wrote in this letter, in paragraphs. */
  readonly said?: string;
  /** What we know, one line each. */
  readonly facts?: readonly Fact[];
  /** A button; its link also stands on a line of its own, so that any reader can copy it. */
  readonly action?: { readonly label: string; readonly link: string };
  /** What somebody else wrote, set apart from our own words and shown as the plain text it is. */
  readonly quoted?: Quoted;
  readonly after: string;
  /** A line to copy into a terminal, with the sentence that leads to it. */
  readonly command?: { readonly text: string; readonly line: string };
  /** The title; without one the letter has only its margin. */
  readonly subject?: string;
  /** Origin of the instance that writes; without one it is the link's. */
  readonly appUrl?: string;
  /** Why somebody gets this mail, as a sentence. */
  readonly because?: string;
  /** Where its reader gets no more of them. */
  readonly stop?: { readonly label: string; readonly link: string };
}

/** What it is, and what is known of it. */
export type Fact = readonly [label: string, value: string];

interface Quoted {
  readonly lines: readonly Fact[];
  readonly text?: string;
}

/** The host of the instance that writes; undefined where the letter names neither it nor a link. */
export function hostOf({ appUrl, action }: Email): string | undefined {
  const address = appUrl ?? action?.link;
  return address === undefined ? undefined : new URL(address).host;
}
