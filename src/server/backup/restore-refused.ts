/** Why a backup is not restored, in sentences for whoever restores it; nothing was changed. */
export class RestoreRefused extends Error {
  override readonly name = "RestoreRefused";
}
