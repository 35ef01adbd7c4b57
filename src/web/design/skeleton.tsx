import { VisuallyHidden } from "./visually-hidden.tsx";

/** A register's own lines while its rows are on their way: grey bars, no shimmer, and nothing for the first 300 ms. */
export function SkeletonRegister({ rows = 8, columns = 2 }: { rows?: number; columns?: number }) {
  return (
    <div className="skeleton" aria-busy="true">
      <VisuallyHidden>Loading</VisuallyHidden>
      <table className="register" aria-hidden="true">
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            <tr key={row}>
              <td className="register-margin" />
              <td data-phone="title">
                <span className="skeleton-bar" data-long />
              </td>
              {Array.from({ length: columns - 1 }, (_, column) => (
                <td key={column} data-phone="left">
                  <span className="skeleton-bar skeleton-bar-short" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A few grey lines where a text will stand. */
export function SkeletonLines({ lines = 4 }: { lines?: number }) {
  return (
    <div className="skeleton padded-top" aria-busy="true">
      <VisuallyHidden>Loading</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="skeleton-bar skeleton-line" data-short={line % 3 === 2 || undefined} />
      ))}
    </div>
  );
}
