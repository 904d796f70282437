// Computes which commission a key press moves to, in columns of commissions. Pure.
export interface BoardPosition {
  column: number;
  row: number;
}

type Columns = readonly (readonly { id: string }[])[];

/** Returns `null` if the commission is in none of the columns. */
export function placeIn(columns: Columns, id: string | null): BoardPosition | null {
  if (id === null) return null;
  for (const [column, own] of columns.entries()) {
    const row = own.findIndex((each) => each.id === id);
    if (row !== -1) return { column, row };
  }
  return null;
}

/** Moves within the column; if `place` is `null`, moves to the first commission. */
export function stepDown(columns: Columns, place: BoardPosition | null, by: number): BoardPosition | null {
  if (place === null) return first(columns);
  const last = (columns[place.column]?.length ?? 0) - 1;
  return { column: place.column, row: Math.max(0, Math.min(last, place.row + by)) };
}

/** Goes to the next non-empty column, to the same row or its last one. */
export function stepAcross(columns: Columns, place: BoardPosition | null, by: 1 | -1): BoardPosition | null {
  if (place === null) return first(columns);
  for (let column = place.column + by; column >= 0 && column < columns.length; column += by) {
    const count = columns[column]?.length ?? 0;
    if (count > 0) return { column, row: Math.min(count - 1, place.row) };
  }
  return place;
}

function first(columns: Columns): BoardPosition | null {
  const column = columns.findIndex((own) => own.length > 0);
  return column === -1 ? null : { column, row: 0 };
}
