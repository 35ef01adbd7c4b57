import { CopyButton } from "./copy-button.tsx";

/** A hash in a list: first eight, last four. */
export function Hash({ value }: { value: string }) {
  return (
    <span className="hash" title={value}>
      <b>{value.slice(0, 8)}</b>…<b>{value.slice(-4)}</b>
    </span>
  );
}

/** A SHA-256 in full: eight groups of eight, and Copy. */
export function WholeHash({ value }: { value: string }) {
  const groups = value.match(/.{1,8}/g) ?? [];
  return (
    <div className="hash-whole">
      {groups.map((group, index) => (
        <span key={index}>{group}</span>
      ))}
      <CopyButton text={value} name="Copy hash" />
    </div>
  );
}
