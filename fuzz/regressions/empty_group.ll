; refused: attribute group has no attributes
attributes #0 = { }
