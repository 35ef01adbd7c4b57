/** The other half of the page on a wide screen: an exhibit label at the size of a wall. Decoration. */
export function Decoration() {
  return (
    <aside className="poster" aria-hidden="true">
      <div className="poster-label">
        <div>
          <span className="poster-word">EXHIBIT</span>
          <span className="poster-number">47</span>
          <span className="poster-foot">
            <span>May 14, 2025</span>
            <span>9f2c41e0…d9d1</span>
          </span>
        </div>
      </div>
      <ol>
        <li>Every item numbered.</li>
        <li>Every seal checked.</li>
        <li>Every hand recorded.</li>
      </ol>
    </aside>
  );
}
