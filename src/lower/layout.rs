//! Layout of structs and unions as GCC does it on x86.
//!
//! In: members with their types and attributes. Out: offsets, size, alignment. Knows nothing of names' scopes.

use crate::ir::{BitRange, CType, Field, RecordKind, TypeTable};

/// A member before it has its place.
pub(super) struct Member {
    /// `None` for anonymous members.
    pub name: Option<String>,
    /// Its type.
    pub ty: CType,
    /// For a bit-field: its width.
    pub width: Option<u64>,
    /// `aligned(n)` or `_Alignas` on the member.
    pub align: Option<u64>,
    /// The alignment that its type name asks for instead of the type's own.
    pub type_align: Option<u64>,
    /// `packed` on the member or the whole record.
    pub packed: bool,
    /// The largest alignment that `#pragma pack` allows.
    pub pack: Option<u64>,
}

/// A record with places.
pub(super) struct Layout {
    /// Members; zero-width bit-fields are gone.
    pub fields: Vec<Field>,
    /// Bytes, padding included.
    pub size: u64,
    /// Alignment.
    pub align: u64,
}

/// Places the members of a record. `align` is `aligned(n)` on the whole record. `None` if the record is too
/// large to have a size, or a member has none.
pub(super) fn lay_out(types: &TypeTable, kind: RecordKind, members: Vec<Member>, align: Option<u64>) -> Option<Layout> {
    let mut placer = Placer { position: 0, end: 0, align: align.unwrap_or(1), kind };
    let mut fields = Vec::new();
    for member in members {
        let position = placer.place(types, &member)?;
        if member.width == Some(0) {
            continue;
        }
        let bits = member.width.map(|width| BitRange { first: (position % 8) as u8, width: width as u8 });
        fields.push(Field { name: member.name, ty: member.ty, offset: position / 8, bits });
    }
    let align = placer.align;
    let size = placer.end.div_ceil(8).checked_next_multiple_of(align)?;
    Some(Layout { fields, size, align })
}

/// Positions are in bits.
struct Placer {
    position: u64,
    end: u64,
    align: u64,
    kind: RecordKind,
}

impl Placer {
    fn place(&mut self, types: &TypeTable, member: &Member) -> Option<u64> {
        let natural = member.type_align.unwrap_or_else(|| types.align_of(&member.ty));
        let (start, length) = match member.width {
            Some(width) => (self.bit_field(types, member, natural, width)?, width),
            None => {
                let wanted = if member.packed { 1 } else { natural }.max(member.align.unwrap_or(1));
                let align = wanted.min(member.pack.unwrap_or(wanted));
                self.align = self.align.max(align);
                let size = match &member.ty {
                    CType::Array(_, None) => 0,
                    ty => types.size_of(ty)?,
                };
                (self.position.checked_next_multiple_of(align.checked_mul(8)?)?, size.checked_mul(8)?)
            }
        };
        let end = start.checked_add(length)?;
        self.end = self.end.max(end);
        if self.kind == RecordKind::Struct {
            self.position = end;
        }
        Some(start)
    }

    /// A bit-field goes to the next free bit unless it would then touch more units of its type's alignment
    /// than its type has. Unnamed ones do not align the record.
    fn bit_field(&mut self, types: &TypeTable, member: &Member, natural: u64, width: u64) -> Option<u64> {
        if width == 0 {
            let align = natural.max(member.align.unwrap_or(1));
            return self.position.checked_next_multiple_of(align * 8);
        }
        let most = member.pack.unwrap_or(u64::MAX);
        let natural = natural.min(most);
        let unit = natural * 8;
        let mut start = self.position;
        if let Some(align) = member.align {
            start = start.checked_next_multiple_of(align.min(most) * 8)?;
        }
        if !member.packed && member.pack.is_none() {
            let size = types.size_of(&member.ty)? * 8;
            if (start % unit + width).div_ceil(unit) > size / unit {
                start = start.checked_next_multiple_of(unit)?;
            }
        }
        if member.name.is_some() {
            // With `#pragma pack`, `packed` makes no difference here.
            let own = if member.packed && member.pack.is_none() { 1 } else { natural };
            self.align = self.align.max(own).max(member.align.unwrap_or(1).min(most));
        }
        Some(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::DataModel::{self, Ilp32, Lp64};
    use crate::ir::IntType;

    fn member(name: &str, ty: CType, width: Option<u64>) -> Member {
        let name = (!name.is_empty()).then(|| name.to_string());
        Member { name, ty, width, align: None, type_align: None, packed: false, pack: None }
    }

    fn int(bits: u8) -> CType {
        CType::Int(IntType::signed(bits))
    }

    /// Size, alignment, and the first bit of each member.
    fn lay(model: DataModel, members: Vec<Member>) -> (u64, u64, Vec<u64>) {
        let layout = lay_out(&TypeTable::new(model), RecordKind::Struct, members, None).unwrap();
        let first = |f: &Field| f.offset * 8 + f.bits.map_or(0, |bits| u64::from(bits.first));
        (layout.size, layout.align, layout.fields.iter().map(first).collect())
    }

    #[test]
    fn wide_scalars_are_aligned_to_four_bytes_on_i386() {
        let members = || vec![member("c", int(8), None), member("x", int(64), None)];
        assert_eq!(lay(Ilp32, members()), (12, 4, vec![0, 32]));
        assert_eq!(lay(Lp64, members()), (16, 8, vec![0, 64]));
    }

    #[test]
    fn bit_fields_share_units_and_do_not_cross_them() {
        let members =
            vec![member("a", int(32), Some(20)), member("b", int(32), Some(12)), member("c", int(32), Some(1))];
        assert_eq!(lay(Lp64, members), (8, 4, vec![0, 20, 32]));
        let members = vec![member("a", int(32), Some(20)), member("b", int(32), Some(13))];
        assert_eq!(lay(Lp64, members), (8, 4, vec![0, 32]));
        let members = vec![member("a", int(8), Some(3)), member("", int(32), Some(0)), member("b", int(8), Some(3))];
        assert_eq!(lay(Lp64, members), (5, 1, vec![0, 32]));
        let members = vec![member("c", int(8), None), member("", int(32), Some(9)), member("d", int(8), None)];
        assert_eq!(lay(Lp64, members), (4, 1, vec![0, 8, 24]));
    }

    #[test]
    fn packed_members_follow_each_other() {
        let mut members = vec![member("a", int(8), None), member("b", int(32), None), member("c", int(32), Some(31))];
        members.iter_mut().for_each(|member| member.packed = true);
        assert_eq!(lay(Lp64, members), (9, 1, vec![0, 8, 40]));
    }

    #[test]
    fn a_record_that_is_too_large_has_no_layout() {
        let huge = CType::Array(Box::new(int(64)), Some(u64::MAX / 16));
        let members = vec![member("a", huge.clone(), None), member("b", huge, None)];
        assert!(lay_out(&TypeTable::new(Lp64), RecordKind::Struct, members, None).is_none());
    }
}
