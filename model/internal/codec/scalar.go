package codec

import (
	"bytes"
	"encoding/binary"
	"math"
	"reflect"
	"unsafe"
)

// compileScalar fills in the plan of a scalar type.
func compileScalar(pl *plan) {
	switch pl.typ.Kind() {
	case reflect.Bool:
		pl.enc, pl.dec = encodeBool, decodeBool
	case reflect.Int8, reflect.Uint8:
		pl.enc, pl.dec = encodeByte, decodeByte
	case reflect.Int:
		pl.enc, pl.dec = encodeInt[int], decodeInt[int]
	case reflect.Int16:
		pl.enc, pl.dec = encodeInt[int16], decodeInt[int16]
	case reflect.Int32:
		pl.enc, pl.dec = encodeInt[int32], decodeInt[int32]
	case reflect.Int64:
		pl.enc, pl.dec = encodeInt[int64], decodeInt[int64]
	case reflect.Uint:
		pl.enc, pl.dec = encodeUint[uint], decodeUint[uint]
	case reflect.Uint16:
		pl.enc, pl.dec = encodeUint[uint16], decodeUint[uint16]
	case reflect.Uint32:
		pl.enc, pl.dec = encodeUint[uint32], decodeUint[uint32]
	case reflect.Uint64:
		pl.enc, pl.dec = encodeUint[uint64], decodeUint[uint64]
	case reflect.Uintptr:
		pl.enc, pl.dec = encodeUint[uintptr], decodeUint[uintptr]
	case reflect.String:
		pl.enc, pl.dec = encodeString, decodeString
	case reflect.Float32:
		pl.setFloats(1, 4)
	case reflect.Float64:
		pl.setFloats(1, 8)
	case reflect.Complex64:
		pl.setFloats(2, 4)
	case reflect.Complex128:
		pl.setFloats(2, 8)
	default:
		panic("codec: no plan for " + pl.typ.String() + ", which checkType refuses")
	}
}

func encodeBool(_ *encoder, dst []byte, p unsafe.Pointer) ([]byte, *fault) {
	if *(*bool)(p) {
		return append(dst, 1), nil
	}
	return append(dst, 0), nil
}

func decodeBool(d *decoder, p unsafe.Pointer) (err error) {
	*(*bool)(p), err = d.flag()
	return err
}

func encodeByte(_ *encoder, dst []byte, p unsafe.Pointer) ([]byte, *fault) {
	return append(dst, *(*byte)(p)), nil
}

func decodeByte(d *decoder, p unsafe.Pointer) (err error) {
	*(*byte)(p), err = d.byte()
	return err
}

// zigzag maps integers near zero to small unsigned ones.
func zigzag(v int64) uint64 { return uint64(v<<1) ^ uint64(v>>63) }

// unzigzag is the inverse of zigzag.
func unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

func encodeInt[T int | int16 | int32 | int64](_ *encoder, dst []byte, p unsafe.Pointer) ([]byte, *fault) {
	return binary.AppendUvarint(dst, zigzag(int64(*(*T)(p)))), nil
}

func decodeInt[T int | int16 | int32 | int64](d *decoder, p unsafe.Pointer) error {
	u, err := d.uvarint()
	if err != nil {
		return err
	}
	v := unzigzag(u)
	if int64(T(v)) != v {
		return d.bad("integer out of range")
	}
	*(*T)(p) = T(v)
	return nil
}

func encodeUint[T uint | uint16 | uint32 | uint64 | uintptr](_ *encoder, dst []byte, p unsafe.Pointer) ([]byte,
	*fault) {
	return binary.AppendUvarint(dst, uint64(*(*T)(p))), nil
}

func decodeUint[T uint | uint16 | uint32 | uint64 | uintptr](d *decoder, p unsafe.Pointer) error {
	u, err := d.uvarint()
	if err != nil {
		return err
	}
	if uint64(T(u)) != u {
		return d.bad("integer out of range")
	}
	*(*T)(p) = T(u)
	return nil
}

func encodeString(_ *encoder, dst []byte, p unsafe.Pointer) ([]byte, *fault) {
	s := *(*string)(p)
	dst = binary.AppendUvarint(dst, uint64(len(s)))
	return append(dst, s...), nil
}

func decodeString(d *decoder, p unsafe.Pointer) error {
	b, err := d.text()
	*(*string)(p) = string(b)
	return err
}

// minusZero is the encoding of -0.
var minusZero = [8]byte{0x80}

// setFloats fills in the plan of a type that consists of n consecutive floats of size bytes. A complex number is two.
func (pl *plan) setFloats(n int, size uintptr) {
	enc, dec := encodeFloat64, decodeFloat64
	if size == 4 {
		enc, dec = encodeFloat32, decodeFloat32
	}
	pl.min = n * int(size)
	pl.enc = func(e *encoder, dst []byte, p unsafe.Pointer) ([]byte, *fault) {
		for i := range n {
			var nan bool
			at := len(dst)
			dst, nan = enc(dst, unsafe.Add(p, uintptr(i)*size))
			switch {
			case nan && e.inKey:
				return dst, &fault{typ: pl.typ, reason: reasonNaNKey}
			case e.unsigned && bytes.Equal(dst[at:], minusZero[:size]):
				dst[at] = 0
			}
		}
		return dst, nil
	}
	pl.dec = func(d *decoder, p unsafe.Pointer) error {
		for i := range n {
			b, err := d.take(int(size))
			if err != nil {
				return err
			}
			nan, ok := dec(b, unsafe.Add(p, uintptr(i)*size))
			if !ok || nan && d.inKey {
				return d.bad("a NaN")
			}
		}
		return nil
	}
}

// The bits that encode all NaNs.
const (
	nan64 = 0x7ff8_0000_0000_0001
	nan32 = 0x7fc0_0000
)

// encodeFloat64 also reports whether the float is a NaN.
func encodeFloat64(dst []byte, p unsafe.Pointer) (_ []byte, nan bool) {
	v := *(*float64)(p)
	if v != v {
		return binary.BigEndian.AppendUint64(dst, nan64), true
	}
	return binary.BigEndian.AppendUint64(dst, math.Float64bits(v)), false
}

// decodeFloat64 also reports whether the float is a NaN. It is not ok if that has other bits than nan64.
func decodeFloat64(b []byte, p unsafe.Pointer) (nan, ok bool) {
	bits := binary.BigEndian.Uint64(b)
	v := math.Float64frombits(bits)
	*(*float64)(p) = v
	return v != v, v == v || bits == nan64
}

func encodeFloat32(dst []byte, p unsafe.Pointer) (_ []byte, nan bool) {
	v := *(*float32)(p)
	if v != v {
		return binary.BigEndian.AppendUint32(dst, nan32), true
	}
	return binary.BigEndian.AppendUint32(dst, math.Float32bits(v)), false
}

func decodeFloat32(b []byte, p unsafe.Pointer) (nan, ok bool) {
	bits := binary.BigEndian.Uint32(b)
	v := math.Float32frombits(bits)
	*(*float32)(p) = v
	return v != v, v == v || bits == nan32
}
