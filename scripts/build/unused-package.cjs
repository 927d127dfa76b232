throw new Error("This package is not part of the bundle.");
