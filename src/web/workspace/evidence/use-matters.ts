/** A matter whose circle the person is in. */
export interface OwnMatter {
  readonly id: string;
  readonly name: string;
}

const none: readonly OwnMatter[] = [];

/** The open matters under whose privilege the person may file; none, and nothing of privilege is shown. */
export function useMatters(): readonly OwnMatter[] {
  return none;
}
